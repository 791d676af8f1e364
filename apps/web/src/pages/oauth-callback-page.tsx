import { OauthCallback } from '~/features/oauth/oauth-callback.tsx';
import { PaintedPage } from '~/features/site/painted-page.tsx';

export function OauthCallbackPage() {
  return (
    <PaintedPage>
      <OauthCallback />
    </PaintedPage>
  );
}
