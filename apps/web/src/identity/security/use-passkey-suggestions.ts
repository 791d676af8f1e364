import { useEffect, useRef } from 'react';
import { CallRefused } from '~/platform/lib/call.ts';
import { suggestsPasskeys } from './passkey-support.ts';

/**
 * Lets the browser suggest passkeys in the email field. Starts on focus, because each request costs the server a challenge and many
 * visitors share an IP address.
 */
export function usePasskeySuggestions(onRefused: (error: unknown) => void): () => void {
  const asking = useRef<Promise<() => void>>(null);
  useEffect(
    () => () => {
      void asking.current?.then((stop) => stop());
    },
    [],
  );
  const ask = async (): Promise<() => void> => {
    if (!(await suggestsPasskeys())) return () => undefined;
    const { signInWithPasskey, stopAskingForPasskey } = await import('./sign-in-with-passkey.ts');
    signInWithPasskey({ suggested: true }).catch((error: unknown) => {
      // The visitor started nothing, so only a refused passkey is an error.
      if (error instanceof CallRefused && error.code === 'invalid_credentials') onRefused(error);
    });
    return stopAskingForPasskey;
  };
  return () => {
    asking.current ??= ask();
  };
}
