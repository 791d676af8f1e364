import * as limits from '@mbari/contract/limits';
import { Button } from '~/ui/button.tsx';
import type { Missing } from './answers.ts';

interface StepButtonsProps {
  step: number;
  missing: readonly Missing[];
  chosen: number;
  saving: boolean;
  onBack: () => void;
}

/** Back and next. While something is missing, 'next' keeps its focus and says what. */
export function StepButtons({ step, missing, chosen, saving, onBack }: StepButtonsProps) {
  const last = step === limits.onboardingSteps;
  const words = missing.map(({ word }) => word);
  return (
    <footer className="onboarding-buttons">
      <Button kind="quiet" tall disabled={step === 1 || saving} onClick={onBack}>
        Back
      </Button>
      <p id="onboarding-missing" className="onboarding-missing" role={last ? 'status' : undefined}>
        {words.length > 0 ? `Still missing: ${sentenceOf(words)}` : last && `${chosen} chosen`}
      </p>
      <Button
        type="submit"
        tall
        aria-disabled={words.length > 0 || undefined}
        aria-describedby={words.length > 0 ? 'onboarding-missing' : undefined}
        busy={saving && 'Saving...'}
      >
        {last ? 'Complete' : 'Next'}
      </Button>
    </footer>
  );
}

const sentenceOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
