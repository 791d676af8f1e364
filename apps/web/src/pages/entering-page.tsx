import { OwnApplication } from '~/features/applications/own-application.tsx';
import { AcceptRules } from '~/features/rules/accept-rules.tsx';
import { PaintedPage } from '~/features/site/painted-page.tsx';

export function AcceptRulesPage() {
  return (
    <PaintedPage>
      <AcceptRules />
    </PaintedPage>
  );
}

/** Where somebody waits who asked to join. */
export function ApplicationPage() {
  return (
    <PaintedPage>
      <OwnApplication />
    </PaintedPage>
  );
}
