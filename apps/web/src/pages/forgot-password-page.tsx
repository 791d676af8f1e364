import { ForgotPassword } from '~/features/passwords/forgot-password.tsx';
import { PaintedPage } from '~/features/site/painted-page.tsx';

export function ForgotPasswordPage() {
  return (
    <PaintedPage>
      <ForgotPassword />
    </PaintedPage>
  );
}
