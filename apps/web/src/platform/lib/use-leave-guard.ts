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

interface Unsaved extends LeaveGuard {
  /** Closes the dialog, after a question if changes would be lost. */
  ask: () => void;
}

/** Protects changes in a dialog from an accidental close by the cross, Escape, going back, or closing the window. */
export function useUnsaved(unsaved: boolean, onClose: () => void): Unsaved {
  const { history } = useRouter();
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!unsaved) return;
    return history.block({
      enableBeforeUnload: true,
      blockerFn: () => {
        // Does not block after a sign-out.
        if (currentSession().status !== 'member') return Promise.resolve(false);
        setAsked(true);
        return Promise.resolve(true);
      },
    });
  }, [history, unsaved]);
  return {
    asked,
    ask: () => (unsaved ? setAsked(true) : onClose()),
    stay: () => setAsked(false),
    leave: onClose,
  };
}
