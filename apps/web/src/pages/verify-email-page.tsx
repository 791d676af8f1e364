import { useSearch } from '@tanstack/react-router';
import { VerifyEmail } from '~/features/auth/verify-email.tsx';
import { PaintedPage } from '~/features/site/painted-page.tsx';

export function VerifyEmailPage() {
  const { status } = useSearch({ from: '/verify-email' });
  return (
    <PaintedPage>
      <VerifyEmail status={status} />
    </PaintedPage>
  );
}
