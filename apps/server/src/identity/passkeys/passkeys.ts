import type { Passkey } from '@mbari/contract/identity/passkeys';
import type { CurrentUser } from '@mbari/contract/people/members';
import * as limits from '@mbari/contract/platform/limits';
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { readCurrentUser } from '../../people/current-user-views.ts';
import type { Context } from '../../platform/context.ts';
import type { Device } from '../../platform/http/device.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { isId, newId } from '../../platform/ids.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { because, invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { reopenAccount } from '../accounts/closed-accounts.ts';
import { requireNotSuspended } from '../accounts/suspended-accounts.ts';
import { type IssuedSession, startSession, withinSession } from '../sign-in/sessions.ts';
import {
  deletePasskey,
  findOwner,
  findPasskey,
  insertPasskey,
  listCredentials,
  markPasskeyUsed,
  type PasskeyRow,
  updatePasskeyName,
} from './queries.ts';
import {
  algorithms,
  type BrowserResponse,
  challengeTimeoutMs,
  consumeChallenge,
  createChallenge,
  filterTransports,
  loadWebauthn,
  relyingParty,
  userHandle,
  verifyCreation,
  verifySignIn,
} from './verify-response.ts';

/** Returns options for registering a discoverable passkey with user verification. */
export async function startPasskey(context: Context, member: { id: string }): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const credentials = await listCredentials(context.db, member.id);
  if (credentials.length >= limits.passkeys) throw tooManyPasskeys();
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
    challenge: await createChallenge(context, member.id),
    timeout: challengeTimeoutMs,
    attestationType: 'none',
    excludeCredentials: credentials.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      transports: filterTransports(transports),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: [...algorithms],
  });
}

const tooManyPasskeys = (): Refusal => new Refusal('conflict', because('tooManyPasskeys', { most: limits.passkeys }));

export async function addPasskey(context: Context, member: Viewer, name: string, response: BrowserResponse): Promise<Passkey> {
  const challenge = await consumeChallenge(context, response, member.id);
  const verifiedPasskey = challenge === null ? null : await verifyCreation(context.config, response, challenge);
  if (verifiedPasskey === null) throw invalid({ response: ['passkeyUnchecked'] });
  return withinSession(context, member, async (tx) => {
    if ((await listCredentials(tx, member.id)).length >= limits.passkeys) throw tooManyPasskeys();
    const passkey = await insertPasskey(tx, { ...verifiedPasskey, id: newId(), member_id: member.id, name });
    if (!passkey) throw new Refusal('conflict', 'passkeyTaken');
    await queueMail(tx, { kind: 'notice', member_id: member.id, notice: 'passkey_added', detail: name });
    return viewPasskey(passkey);
  });
}

export async function renamePasskey({ db }: Context, member: { id: string }, id: string, name: string): Promise<Passkey> {
  const passkey = isId(id) ? await updatePasskeyName(db, member.id, id, name) : undefined;
  if (!passkey) throw notFound();
  return viewPasskey(passkey);
}

export async function removePasskey(context: Context, member: Viewer, id: string): Promise<void> {
  if (!isId(id)) throw notFound();
  await withinSession(context, member, async (tx) => {
    const passkey = await deletePasskey(tx, member.id, id);
    if (!passkey) throw notFound();
    await queueMail(tx, { kind: 'notice', member_id: member.id, notice: 'passkey_removed', detail: passkey.name });
  });
}

export const viewPasskey = ({ id, name, created_at, used_at, is_synced }: PasskeyRow): Passkey => ({
  id,
  name,
  created_at: created_at.toISOString(),
  used_at: used_at?.toISOString() ?? null,
  is_synced,
});

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
