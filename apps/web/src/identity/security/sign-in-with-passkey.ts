import { passkeyLogin, startPasskeyLogin } from '@mbari/contract/identity/passkeys';
import { startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import { call } from '~/platform/lib/call.ts';
import { signIn } from '~/platform/lib/session.ts';
import { requireRequestOptions } from './browser-options.ts';

/** Signs in with a passkey. `suggested`: the browser offers it in the email field. */
export async function signInWithPasskey({ suggested }: { suggested: boolean }): Promise<void> {
  const { data } = await call(startPasskeyLogin);
  const response = await startAuthentication({ optionsJSON: requireRequestOptions(data), useBrowserAutofill: suggested });
  const { token, user } = await call(passkeyLogin, { body: { response: { ...response }, device_name: 'web' } });
  signIn(token, user);
}

export const cancelPasskeyRequest = (): void => WebAuthnAbortService.cancelCeremony();
