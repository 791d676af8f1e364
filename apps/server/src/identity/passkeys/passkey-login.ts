import type { CurrentUser } from '@mbari/contract/people/members';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { readCurrentUser } from '../../people/members/read-current-user.ts';
import type { Context } from '../../platform/context.ts';
import type { Device } from '../../platform/device.ts';
import { Refusal } from '../../platform/refusal.ts';
import { reopenAccount } from '../accounts/closed-accounts.ts';
import { refuseSuspended } from '../accounts/suspended-accounts.ts';
import { type IssuedSession, startSession } from '../sign-in/sessions.ts';
import { type BrowserResponse, challengeLife, newChallenge, takeChallenge } from './challenges.ts';
import { checkSignIn } from './check-response.ts';
import { loadWebauthn } from './load-webauthn.ts';
import { findPasskey, markUsed } from './queries.ts';
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

/** Starts a session. Every failure gets the same answer. */
export async function logInWithPasskey(
  context: Context,
  response: BrowserResponse,
  device: Device,
): Promise<IssuedSession & { user: CurrentUser }> {
  const challenge = await takeChallenge(context, response, null);
  const passkey = challenge === null ? undefined : await findPasskey(context.db, credentialIdIn(response));
  const checked = challenge !== null && passkey && (await checkSignIn(context.config, response, challenge, passkey));
  if (!passkey || !checked) throw refused();
  return context.db.transaction(async (tx) => {
    if (passkey.is_suspended) await refuseSuspended(tx, passkey.member_id);
    // Locks the account first: it may have just been closed.
    if (!(await reopenAccount(tx, passkey.member_id))) throw refused();
    if ((await markUsed(tx, passkey.id, checked.counter, checked.is_synced)) === 0) throw refused();
    const session = await startSession(context, tx, passkey.member_id, device);
    return { ...session, user: await readCurrentUser(context, tx, passkey.member_id) };
  });
}

const credentialIdIn = ({ id }: BrowserResponse): Buffer => Buffer.from(typeof id === 'string' ? id : '', 'base64url');

const refused = (): Refusal => new Refusal('invalid_credentials', 'passkeyRefused', { errors: { credentials: ['passkeyRefused'] } });
