import { OauthCallback } from '~/identity/sign-in/oauth-callback.tsx';
import { PaintedPage } from '~/platform/site/painted-page.tsx';

export default function OauthCallbackPage() {
  return (
    <PaintedPage>
      <OauthCallback />
    </PaintedPage>
  );
}
