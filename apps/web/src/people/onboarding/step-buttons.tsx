import * as limits from '@mbari/contract/platform/limits';
import { list } from '@mbari/words/format';
import * as words from '@mbari/words/onboarding';
import * as uiWords from '@mbari/words/ui';
import { Button } from '~/platform/ui/button.tsx';
import type { Missing } from './answers.ts';

interface StepButtonsProps {
  step: number;
  missing: readonly Missing[];
  chosen: number;
  saving: boolean;
  onBack: () => void;
}

/** While something is missing, 'next' stays focusable and names it. */
export function StepButtons({ step, missing, chosen, saving, onBack }: StepButtonsProps) {
  const last = step === limits.onboardingSteps;
  const isMissing = missing.length > 0;
  return (
    <footer className="onboarding-buttons">
      <Button kind="quiet" tall disabled={step === 1 || saving} onClick={onBack}>
        {words.back}
      </Button>
      <p id="onboarding-missing" className="onboarding-missing" role={last ? 'status' : undefined}>
        {isMissing ? words.stillMissing({ what: list(missing.map(({ word }) => word)) }) : last && words.chosen({ count: chosen })}
      </p>
      <Button
        type="submit"
        tall
        aria-disabled={isMissing || undefined}
        aria-describedby={isMissing ? 'onboarding-missing' : undefined}
        busy={saving && uiWords.saving}
      >
        {last ? words.complete : words.next}
      </Button>
    </footer>
  );
}
