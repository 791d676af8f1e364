import type { CurrentUser } from '@mbari/contract/people/members';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { readCurrentUser } from '../../people/current-user-views.ts';
import type { Context } from '../../platform/context.ts';
import type { Device } from '../../platform/device.ts';
import { Refusal } from '../../platform/refusal.ts';
import { reopenAccount } from '../accounts/closed-accounts.ts';
import { requireNotSuspended } from '../accounts/suspended-accounts.ts';
import { type IssuedSession, startSession } from '../sign-in/sessions.ts';
import { findPasskey, markPasskeyUsed } from './queries.ts';
import {
  type BrowserResponse,
  challengeTimeoutMs,
  consumeChallenge,
  createChallenge,
  loadWebauthn,
  relyingParty,
  verifySignIn,
} from './verify-response.ts';

/** Returns options that list no credentials, so the answer reveals no accounts. */
export async function startPasskeyLogin(context: Context): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadWebauthn();
  return generateAuthenticationOptions({
    rpID: relyingParty(context.config).id,
    challenge: await createChallenge(context, null),
    timeout: challengeTimeoutMs,
    userVerification: 'required',
  });
}

/** Starts a session. Every invalid response gets the same answer. */
export async function logInWithPasskey(
  context: Context,
  response: BrowserResponse,
  device: Device,
): Promise<IssuedSession & { user: CurrentUser }> {
  const challenge = await consumeChallenge(context, response, null);
  const passkey = challenge === null ? undefined : await findPasskey(context.db, readCredentialId(response));
  const verification = challenge !== null && passkey && (await verifySignIn(context.config, response, challenge, passkey));
  if (!passkey || !verification) throw passkeyRefused();
  return context.db.transaction(async (tx) => {
    if (passkey.is_suspended) await requireNotSuspended(tx, passkey.member_id);
    // Locks the account. Reopens an account closed within 14 days.
    if (!(await reopenAccount(tx, passkey.member_id))) throw passkeyRefused();
    if ((await markPasskeyUsed(tx, passkey.id, verification.counter, verification.is_synced)) === 0) throw passkeyRefused();
    const session = await startSession(context, tx, passkey.member_id, device);
    return { ...session, user: await readCurrentUser(context, tx, passkey.member_id) };
  });
}

const readCredentialId = ({ id }: BrowserResponse): Buffer => Buffer.from(typeof id === 'string' ? id : '', 'base64url');

const passkeyRefused = (): Refusal => new Refusal('invalid_credentials', 'passkeyRefused', { errors: { credentials: ['passkeyRefused'] } });
