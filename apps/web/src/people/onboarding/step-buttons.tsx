import * as limits from '@mbari/contract/platform/limits';
import { list } from '@mbari/words/format';
import * as words from '@mbari/words/onboarding';
import * as uiWords from '@mbari/words/ui';
import { Button } from '~/platform/ui/button.tsx';
import type { Missing } from './answers.ts';

interface StepButtonsProps {
  step: number;
  missing: readonly Missing[];
  selectedCount: number;
  saving: boolean;
  onBack: () => void;
}

/** While answers are missing, 'next' stays focusable and its description lists them. */
export function StepButtons({ step, missing, selectedCount, saving, onBack }: StepButtonsProps) {
  const isLastStep = step === limits.onboardingSteps;
  const isMissing = missing.length > 0;
  return (
    <footer className="onboarding-buttons">
      <Button kind="quiet" tall disabled={step === 1 || saving} onClick={onBack}>
        {words.back}
      </Button>
      <p id="onboarding-missing" className="onboarding-missing" role={isLastStep ? 'status' : undefined}>
        {isMissing
          ? words.stillMissing({ what: list(missing.map(({ word }) => word)) })
          : isLastStep && words.chosen({ count: selectedCount })}
      </p>
      <Button
        type="submit"
        tall
        aria-disabled={isMissing || undefined}
        aria-describedby={isMissing ? 'onboarding-missing' : undefined}
        busy={saving && uiWords.saving}
      >
        {isLastStep ? words.complete : words.next}
      </Button>
    </footer>
  );
}
