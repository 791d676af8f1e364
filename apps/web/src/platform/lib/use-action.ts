import { useRef, useState } from 'react';
import { CallRefused, errorMessage } from './call.ts';
import { toast } from './toast.ts';

interface Action<Args extends unknown[]> {
  busy: boolean;
  run: (...args: Args) => Promise<boolean>;
}

/**
 * Runs a member's action, one at a time. A toast shows `done` if it succeeds, and the server's reason or
 * `failed` if it fails. `run` returns whether it succeeded, and false during an earlier run.
 */
export function useAction<Args extends unknown[]>(act: (...args: Args) => Promise<unknown>, failed: string, done?: string): Action<Args> {
  const [busy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const run = async (...args: Args) => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    try {
      await act(...args);
      if (done !== undefined) toast.success(done);
      return true;
    } catch (error) {
      toast.error(errorMessage(error, failed));
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { busy, run };
}

/** Treats 404 as success, because another member deleted the subject first. Returns false in that case. */
export const ignoreNotFound = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    (error: unknown) => {
      if (error instanceof CallRefused && error.status === 404) return false;
      throw error;
    },
  );
