import { useSearch } from '@tanstack/react-router';
import { ConfirmedEmail } from '~/identity/passwords/confirmed-email.tsx';
import { PaintedPage } from '~/platform/site/painted-page.tsx';

export default function ConfirmEmailPage() {
  const { status } = useSearch({ from: '/confirm-email' });
  return (
    <PaintedPage>
      <ConfirmedEmail status={status} />
    </PaintedPage>
  );
}
