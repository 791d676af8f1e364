import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { Context } from '../../platform/context.ts';
import { challengeLife, newChallenge } from './challenges.ts';
import { loadWebauthn } from './load-webauthn.ts';
import { relyingParty } from './relying-party.ts';

/** Lists no credentials, so the answer reveals no accounts. */
export async function startPasskeyLogin(context: Context): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadWebauthn();
  return generateAuthenticationOptions({
    rpID: relyingParty(context.config).id,
    challenge: await newChallenge(context, null),
    timeout: challengeLife,
    userVerification: 'required',
  });
}
