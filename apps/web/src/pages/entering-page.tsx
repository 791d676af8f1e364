import { OwnApplication } from '~/identity/joining/own-application.tsx';
import { AcceptRules } from '~/moderation/rules/accept-rules.tsx';
import { PaintedPage } from '~/platform/site/painted-page.tsx';

export function AcceptRulesPage() {
  return (
    <PaintedPage>
      <AcceptRules />
    </PaintedPage>
  );
}

/** Waiting page after an application to join. */
export function ApplicationPage() {
  return (
    <PaintedPage>
      <OwnApplication />
    </PaintedPage>
  );
}
