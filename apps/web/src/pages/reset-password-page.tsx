import { useLocation } from '@tanstack/react-router';
import { ResetPassword } from '~/identity/passwords/reset-password.tsx';
import { PaintedPage } from '~/platform/site/painted-page.tsx';

export default function ResetPasswordPage() {
  const link = useLocation({ select: ({ state }) => state.reset });
  return (
    <PaintedPage>
      <ResetPassword token={link?.token ?? ''} email={link?.email ?? ''} />
    </PaintedPage>
  );
}
