import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { currentSession } from './session.ts';
import type { LeaveGuard } from './use-leave-guard.ts';

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
