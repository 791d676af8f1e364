import * as limits from '@mbari/contract/limits';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { Context } from '../../platform/context.ts';
import { unauthenticated } from '../../platform/http/viewer.ts';
import { because, Refusal } from '../../platform/refusal.ts';
import { challengeLife, newChallenge } from './challenges.ts';
import { algorithms, transportsAmong } from './check-response.ts';
import { loadWebauthn } from './load-webauthn.ts';
import { findOwner, listCredentials } from './queries.ts';
import { relyingParty, userHandle } from './relying-party.ts';

/** Asks for a discoverable passkey with user verification. */
export async function startPasskey(context: Context, member: { id: string }): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await listCredentials(context.db, member.id);
  if (known.length >= limits.passkeys) throw tooManyPasskeys();
  const owner = await findOwner(context.db, member.id);
  if (!owner) throw unauthenticated();
  const { id: rpID } = relyingParty(context.config);
  const { name: rpName } = await context.site.read();
  const { generateRegistrationOptions } = await loadWebauthn();
  return generateRegistrationOptions({
    rpID,
    rpName,
    userID: userHandle(member.id),
    userName: owner.email,
    userDisplayName: owner.name,
    challenge: await newChallenge(context, member.id),
    timeout: challengeLife,
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      transports: transportsAmong(transports),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: [...algorithms],
  });
}

export const tooManyPasskeys = (): Refusal => new Refusal('conflict', because('tooManyPasskeys', { most: limits.passkeys }));
