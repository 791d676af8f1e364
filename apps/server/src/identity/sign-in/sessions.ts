import { createHash, randomBytes } from 'node:crypto';
import type { SignedInDevice } from '@mbari/contract/identity/sessions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Secrets } from '../../platform/adapters/secrets.ts';
import type { Config } from '../../platform/config.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { clearCookie, type Cookie, readCookie, setCookie } from '../../platform/http/cookies.ts';
import { type Device, viewDevice } from '../../platform/http/device.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { lowestId, newId } from '../../platform/ids.ts';
import type { Task } from '../../platform/jobs/add-job.ts';
import { deleteEndedApiTokens } from '../api-tokens/queries.ts';
import {
  deleteEndedSessions,
  deleteExpiredTokens,
  deleteSessionsExcept,
  findSessionOf,
  insertSession,
  insertToken,
  type ListedSession,
  listSessions,
  lockMember,
} from './queries.ts';

export interface IssuedSession {
  token: string;
  /** Value of the cookie, valid once. */
  refresh: string;
}

/** Starts a session. Stores only hashes of its secrets. */
export async function startSession(
  { secrets }: Pick<Context, 'secrets'>,
  tx: Statements,
  memberId: string,
  device: Device,
): Promise<IssuedSession> {
  const id = newId();
  const refresh = newRefreshSecret(secrets, id);
  const token = newSecret();
  await insertSession(tx, { id, member_id: memberId, ...device, refresh_hash: secretHash(refresh) }, secretHash(token));
  return { token, refresh };
}

/** Ends a member's sessions, except the given one. Returns their number. */
export const endSessions = (tx: Statements, memberId: string, except: { session_id: string } | null = null): Promise<number> =>
  deleteSessionsExcept(tx, memberId, except?.session_id ?? null);

/** Throws `unauthenticated` if the session has ended. */
export async function issueToken(tx: Statements, sessionId: string): Promise<string> {
  const token = newSecret();
  if ((await insertToken(tx, sessionId, secretHash(token))) === 0) throw unauthenticated();
  return token;
}

const purpose = 'refresh secret';
/** 32 bytes as base64url. */
const payloadLength = 43;

/** Joins session id, 128 random bits and a signature. The signature proves that even an old secret is genuine. */
export function newRefreshSecret(secrets: Secrets, sessionId: string): string {
  const payload = Buffer.concat([Buffer.from(sessionId.replaceAll('-', ''), 'hex'), randomBytes(16)]).toString('base64url');
  return payload + secrets.sign(purpose, payload);
}

/** Returns null if this server never issued the secret. */
export function readSessionId(secrets: Secrets, refreshSecret: string): string | null {
  const payload = refreshSecret.slice(0, payloadLength);
  if (!secrets.isSigned(purpose, payload, refreshSecret.slice(payloadLength))) return null;
  return Buffer.from(payload, 'base64url')
    .toString('hex', 0, 16)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export const newSecret = (): string => randomBytes(32).toString('base64url');
export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Lists a member's sessions for another viewer, latest used first. */
export async function listDevices(
  db: Statements,
  memberId: string,
): Promise<Pick<SignedInDevice, 'id' | 'device' | 'device_parts' | 'used_at'>[]> {
  // No session is marked as the viewer's own.
  const rows = await listSessions(db, memberId, lowestId);
  return rows.map(viewSession).map(({ id, device, device_parts, used_at }) => ({ id, device, device_parts, used_at }));
}

export const sweepSessions: Task = async (_payload, { context }) => {
  const tokens = await deleteExpiredTokens(context.db);
  const sessions = await deleteEndedSessions(context.db);
  const apiTokens = await deleteEndedApiTokens(context.db);
  if (tokens + sessions + apiTokens > 0) context.log.debug({ tokens, sessions, apiTokens }, 'deleted expired tokens and sessions');
};

export const viewSession = ({ id, created_at, used_at, is_current, ...device }: ListedSession): SignedInDevice => ({
  id,
  ...viewDevice(device),
  created_at: created_at.toISOString(),
  used_at: used_at.toISOString(),
  is_current,
});

/** Throws `unauthenticated` if the session ended since the request began. Locks the member's row, so other changes of sign-in methods wait. */
export async function requireSession(tx: Statements, member: Pick<Viewer, 'id' | 'session_id'>): Promise<void> {
  await lockMember(tx, member.id);
  if (!(await findSessionOf(tx, member.id, member.session_id))) throw unauthenticated();
}

/** Runs a change of sign-in methods in a transaction that requires the session. */
export const withinSession = <Result>({ db }: Context, member: Viewer, work: (tx: Statements) => Promise<Result>): Promise<Result> =>
  db.transaction(async (tx) => {
    await requireSession(tx, member);
    return work(tx);
  });

/** Sent to the sign-in calls only, never from other sites. */
const refreshCookie: Cookie = { name: 'mbari_refresh', path: '/api/v1/auth', sameSite: 'strict' };
const days = 24 * 60 * 60;

/** Tells page requests of members from those of visitors, and proves nothing. The script of the pages for visitors sets it, too. */
const memberCookie: Cookie = { name: 'mbari_member', path: '/', sameSite: 'lax', isPlain: true };

export function setRefreshCookie(reply: FastifyReply, config: Config, secret: string): void {
  setCookie(reply, config, refreshCookie, secret, 30 * days);
  setCookie(reply, config, memberCookie, 'yes', 30 * days);
}

export function clearRefreshCookie(reply: FastifyReply, config: Config): void {
  clearCookie(reply, config, refreshCookie);
  clearCookie(reply, config, memberCookie);
}

/** Returns the secret if it has the right form, otherwise null. */
export function readRefreshCookie(request: FastifyRequest, config: Config): string | null {
  const secret = readCookie(request, config, refreshCookie);
  return secret !== null && /^[\w-]{86}$/.test(secret) ? secret : null;
}
