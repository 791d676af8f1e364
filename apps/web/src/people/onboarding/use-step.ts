import * as limits from '@mbari/contract/platform/limits';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Answers, firstOpenStep } from './answers.ts';
import type { Kept } from './kept-answers.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    onboardingStep?: number;
    /** The previous history entry is the previous step. */
    afterStep?: boolean;
  }
}

/** Each step is a history entry for the back button. */
export function useStep({ answers, change }: Pick<Kept, 'answers' | 'change'>) {
  const navigate = useNavigate();
  const router = useRouter();
  const { pathname, state } = useLocation();
  const { onboardingStep: wanted, afterStep } = state;
  // While leaving, the location is already the next page's.
  const here = pathname === '/onboarding';
  const step = reachable(wanted ?? answers.step, answers);

  const open = (next: number, how: { afterStep?: boolean; replace: boolean }) =>
    void navigate({
      to: '/onboarding',
      replace: how.replace,
      state: { onboardingStep: next, ...(how.afterStep && { afterStep: true }) },
    });

  // Fixes the step of an entry without one, so back does not lead to the newest.
  useEffect(() => {
    if (here && wanted === undefined) open(step, { replace: true });
  });
  // Stored, so reopening resumes here.
  useEffect(() => {
    if (here && answers.step !== step) change({ step });
  });

  return {
    step,
    next: () => open(step + 1, { afterStep: true, replace: false }),
    back: () => (afterStep ? router.history.back() : open(step - 1, { replace: true })),
    /** Opens the step with an error. */
    leadTo: (wrong: number) => open(wrong, { replace: true }),
  };
}

/** No step opens before the earlier ones are complete, whatever the history says. */
const reachable = (wanted: number, answers: Answers): number =>
  Math.max(1, Math.min(limits.onboardingSteps, firstOpenStep(answers), Math.trunc(wanted) || 1));
