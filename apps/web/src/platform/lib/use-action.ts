import { useState } from 'react';
import { wordsOf } from './call.ts';
import { toast } from './toast.ts';

interface Action<Args extends unknown[]> {
  busy: boolean;
  run: (...args: Args) => Promise<boolean>;
}

/**
 * Runs something that a member asked for, once at a time. If it fails, a toast gives the server's reason, or `failed`. `run` returns whether it
 * succeeded, and false while it is still running.
 */
export function useAction<Args extends unknown[]>(act: (...args: Args) => Promise<unknown>, failed: string): Action<Args> {
  const [busy, setBusy] = useState(false);
  const run = async (...args: Args) => {
    if (busy) return false;
    setBusy(true);
    try {
      await act(...args);
      return true;
    } catch (error) {
      toast.error(wordsOf(error, failed));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
