import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { currentSession } from './session.ts';

export interface LeaveGuard {
  asked: boolean;
  stay: () => void;
  leave: () => void;
}

/** Asks before navigation discards changes, unless the member signed out or `isSafe` allows the path. Closing the window also asks. */
export function useLeaveGuard(unsaved: boolean, isSafe: (pathname: string) => boolean = () => false): LeaveGuard {
  const { history } = useRouter();
  const [answer, setAnswer] = useState<((isBlocked: boolean) => void) | null>(null);
  const mayLeave = useEffectEvent((pathname: string) => currentSession().status !== 'member' || isSafe(pathname));
  useEffect(() => {
    if (!unsaved) return;
    return history.block({
      enableBeforeUnload: true,
      blockerFn: ({ nextLocation }) =>
        mayLeave(nextLocation.pathname)
          ? Promise.resolve(false)
          : new Promise((resolve) => {
              setAnswer(() => (isBlocked: boolean) => {
                setAnswer(null);
                resolve(isBlocked);
              });
            }),
    });
  }, [history, unsaved]);
  return { asked: answer !== null, stay: () => answer?.(true), leave: () => answer?.(false) };
}
