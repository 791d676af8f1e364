import { OwnApplication } from '~/features/applications/own-application.tsx';
import { PaintedPage } from '~/features/site/painted-page.tsx';

/** Where somebody waits who asked to join. */
export function ApplicationPage() {
  return (
    <PaintedPage>
      <OwnApplication />
    </PaintedPage>
  );
}
