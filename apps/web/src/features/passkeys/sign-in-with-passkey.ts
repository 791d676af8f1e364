import { passkeyLogin, startPasskeyLogin } from '@mbari/contract/passkeys';
import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import { call } from '~/lib/call.ts';
import { signIn } from '~/lib/session.ts';

/** Signs in with a passkey. `suggested`: the browser offers it among the addresses for the email field. */
export async function signInWithPasskey({ suggested }: { suggested: boolean }): Promise<void> {
  const { data } = await call(startPasskeyLogin);
  // The contract leaves these options to the two WebAuthn libraries.
  const optionsJSON = data as unknown as PublicKeyCredentialRequestOptionsJSON;
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill: suggested });
  const { token, user } = await call(passkeyLogin, { body: { response: { ...response }, device_name: 'web' } });
  signIn(token, user);
}

export const stopAskingForPasskey = (): void => WebAuthnAbortService.cancelCeremony();
