import { Consent } from '~/client-api/consent.tsx';
import { PaintedPage } from '~/platform/site/painted-page.tsx';

export default function ConsentPage() {
  // Read from the raw query, which the router would parse.
  const request = new URLSearchParams(window.location.search).get('request') ?? '';
  return (
    <PaintedPage>
      <Consent key={request} request={request} />
    </PaintedPage>
  );
}
