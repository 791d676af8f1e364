import { passkeyLogin, startPasskeyLogin } from '@mbari/contract/passkeys';
import { startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import { call } from '~/lib/call.ts';
import { signIn } from '~/lib/session.ts';
import { isRequestOptions, unknownOptions } from './browser-options.ts';

/** Signs in with a passkey. `suggested`: the browser offers it among the addresses for the email field. */
export async function signInWithPasskey({ suggested }: { suggested: boolean }): Promise<void> {
  const { data } = await call(startPasskeyLogin);
  if (!isRequestOptions(data)) throw new TypeError(unknownOptions);
  const response = await startAuthentication({ optionsJSON: data, useBrowserAutofill: suggested });
  const { token, user } = await call(passkeyLogin, { body: { response: { ...response }, device_name: 'web' } });
  signIn(token, user);
}

export const stopAskingForPasskey = (): void => WebAuthnAbortService.cancelCeremony();
