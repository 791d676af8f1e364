import * as limits from '@mbari/contract/limits';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Answers, firstOpenStep } from './answers.ts';
import type { Kept } from './kept-answers.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    onboardingStep?: number;
    /** The entry before this one is the step before. */
    afterStep?: boolean;
  }
}

/** The open step. Each is an entry of the browser's history, so that its back button works. */
export function useStep({ answers, change }: Pick<Kept, 'answers' | 'change'>) {
  const navigate = useNavigate();
  const router = useRouter();
  const { pathname, state } = useLocation();
  const { onboardingStep: wanted, afterStep } = state;
  // While leaving, the address is the next page's already.
  const here = pathname === '/onboarding';
  const step = reachable(wanted ?? answers.step, answers);

  const open = (next: number, how: { afterStep?: boolean; replace: boolean }) =>
    void navigate({
      to: '/onboarding',
      replace: how.replace,
      state: { onboardingStep: next, ...(how.afterStep && { afterStep: true }) },
    });

  // An entry without a step is given the present one: coming back to it must not lead to the newest.
  useEffect(() => {
    if (here && wanted === undefined) open(step, { replace: true });
  });
  // Opened again in this tab, it goes on at the same step.
  useEffect(() => {
    if (here && answers.step !== step) change({ step });
  });

  return {
    step,
    next: () => open(step + 1, { afterStep: true, replace: false }),
    back: () => (afterStep ? router.history.back() : open(step - 1, { replace: true })),
    /** To the step in which something is wrong. */
    leadTo: (wrong: number) => open(wrong, { replace: true }),
  };
}

/** No step opens before those in front of it are done, whatever the history says. */
const reachable = (wanted: number, answers: Answers): number =>
  Math.max(1, Math.min(limits.onboardingSteps, firstOpenStep(answers), Math.trunc(wanted) || 1));
