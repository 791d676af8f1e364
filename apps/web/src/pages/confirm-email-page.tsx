import { useSearch } from '@tanstack/react-router';
import { ConfirmedEmail } from '~/features/email-change/confirmed-email.tsx';
import { PaintedPage } from '~/features/site/painted-page.tsx';

export function ConfirmEmailPage() {
  const { status } = useSearch({ from: '/confirm-email' });
  return (
    <PaintedPage>
      <ConfirmedEmail status={status} />
    </PaintedPage>
  );
}
