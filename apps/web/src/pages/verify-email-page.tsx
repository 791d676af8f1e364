import { useSearch } from '@tanstack/react-router';
import { VerifyEmail } from '~/identity/sign-in/verify-email.tsx';
import { PaintedPage } from '~/platform/site/painted-page.tsx';

export default function VerifyEmailPage() {
  const { status } = useSearch({ from: '/verify-email' });
  return (
    <PaintedPage>
      <VerifyEmail status={status} />
    </PaintedPage>
  );
}
