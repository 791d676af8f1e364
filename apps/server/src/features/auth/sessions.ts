import { createHash, randomBytes } from 'node:crypto';
import type { Statements } from '../../db/database.ts';
import { unauthenticated } from '../../http/viewer.ts';
import { newId } from '../../ids.ts';
import { addSession, addToken } from './queries.ts';

export interface IssuedSession {
  /** Bearer, for an hour. */
  token: string;
  /** Goes into the cookie: good once, for the next token. */
  refresh: string;
}

/** Starts a session. Its secrets are known to the member alone; the database keeps their hashes. */
export async function startSession(tx: Statements, memberId: string, deviceName: string | null): Promise<IssuedSession> {
  const refresh = newSecret();
  const id = newId();
  await addSession(tx, { id, member_id: memberId, refresh_hash: secretHash(refresh), device_name: deviceName });
  return { token: await issueToken(tx, id), refresh };
}

/** Throws `unauthenticated` where the session ended meanwhile. */
export async function issueToken(tx: Statements, sessionId: string): Promise<string> {
  const token = newSecret();
  if ((await addToken(tx, sessionId, secretHash(token))) === 0) throw unauthenticated();
  return token;
}

export const newSecret = (): string => randomBytes(32).toString('base64url');
export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();
