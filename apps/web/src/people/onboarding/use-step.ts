import * as limits from '@mbari/contract/platform/limits';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Answers, firstOpenStep } from './answers.ts';
import type { StoredAnswers } from './stored-answers.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    onboardingStep?: number;
    /** The previous history entry is the previous step. */
    afterStep?: boolean;
  }
}

/** Each step is a history entry for the back button. */
export function useStep({ answers, change }: Pick<StoredAnswers, 'answers' | 'change'>) {
  const navigate = useNavigate();
  const router = useRouter();
  const { pathname, state } = useLocation();
  const { onboardingStep: requestedStep, afterStep } = state;
  // While leaving, the location is already the next page's.
  const isOnboardingPage = pathname === '/onboarding';
  const step = clampStep(requestedStep ?? answers.step, answers);

  const open = (next: number, options: { afterStep?: boolean; replace: boolean }) =>
    void navigate({
      to: '/onboarding',
      replace: options.replace,
      state: { onboardingStep: next, ...(options.afterStep && { afterStep: true }) },
    });

  // Adds the step to a history entry that has none, so that Back returns to the step.
  useEffect(() => {
    if (isOnboardingPage && requestedStep === undefined) open(step, { replace: true });
  });
  // Stores the step, so that onboarding resumes there.
  useEffect(() => {
    if (isOnboardingPage && answers.step !== step) change({ step });
  });

  return {
    step,
    next: () => open(step + 1, { afterStep: true, replace: false }),
    back: () => (afterStep ? router.history.back() : open(step - 1, { replace: true })),
    goToStep: (errorStep: number) => open(errorStep, { replace: true }),
  };
}

/** No step opens before the earlier steps are complete, regardless of the history. */
const clampStep = (requestedStep: number, answers: Answers): number =>
  Math.max(1, Math.min(limits.onboardingSteps, firstOpenStep(answers), Math.trunc(requestedStep) || 1));
