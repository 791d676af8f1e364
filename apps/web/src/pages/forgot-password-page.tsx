import { ForgotPassword } from '~/identity/passwords/forgot-password.tsx';
import { PaintedPage } from '~/platform/site/painted-page.tsx';

export default function ForgotPasswordPage() {
  return (
    <PaintedPage>
      <ForgotPassword />
    </PaintedPage>
  );
}
