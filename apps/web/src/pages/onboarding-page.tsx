import { Onboarding } from '~/features/onboarding/onboarding.tsx';
import { PaintedPage } from '~/shell/painted-page.tsx';

export function OnboardingPage() {
  return (
    <PaintedPage narrow>
      <Onboarding />
    </PaintedPage>
  );
}
