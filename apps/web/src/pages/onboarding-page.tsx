import { Onboarding } from '~/people/onboarding/onboarding.tsx';
import { PaintedPage } from '~/platform/site/painted-page.tsx';

export function OnboardingPage() {
  return (
    <PaintedPage narrow>
      <Onboarding />
    </PaintedPage>
  );
}
