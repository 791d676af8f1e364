import { AcceptRules } from '~/features/rules/accept-rules.tsx';
import { PaintedPage } from '~/features/site/painted-page.tsx';

export function AcceptRulesPage() {
  return (
    <PaintedPage>
      <AcceptRules />
    </PaintedPage>
  );
}
