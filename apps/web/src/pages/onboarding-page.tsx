import { Onboarding } from '~/features/onboarding/onboarding.tsx';
import { PaintedPage } from '~/features/site/painted-page.tsx';

export function OnboardingPage() {
  return (
    <PaintedPage narrow>
      <Onboarding />
    </PaintedPage>
  );
}
