import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { Context } from '../../platform/context.ts';
import { challengeLife, newChallenge } from './challenges.ts';
import { loadWebauthn } from './load-webauthn.ts';
import { relyingParty } from './relying-party.ts';

/** What a browser needs to sign in with a passkey. It names none: the device knows which it has for us, and nobody learns of accounts here. */
export async function startPasskeyLogin(context: Context): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadWebauthn();
  return generateAuthenticationOptions({
    rpID: relyingParty(context.config).id,
    challenge: await newChallenge(context, null),
    timeout: challengeLife,
    userVerification: 'required',
  });
}
