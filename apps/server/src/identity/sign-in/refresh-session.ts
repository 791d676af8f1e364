import type { Context } from '../../platform/context.ts';
import { unauthenticated } from '../../platform/http/viewer.ts';
import { findSession, removeSession, removeSessionBehind, rotateSession } from './session-queries.ts';
import { issueToken, newRefreshSecret, secretHash, sessionOf } from './sessions.ts';

export interface RefreshedSession {
  token: string;
  /** Null keeps the cookie that another tab has just set. */
  refresh: string | null;
}

/**
 * Exchanges a refresh secret for a token and a new secret. Two tabs may send one within five seconds. Later reuse means a copy, and ends
 * the session.
 */
export async function refreshSession({ db, limits, secrets }: Context, secret: string): Promise<RefreshedSession> {
  const hash = secretHash(secret);
  const found = await findSession(db, hash);
  if (!found) {
    const id = sessionOf(secrets, secret);
    if (id !== null) await removeSessionBehind(db, id, hash);
    throw unauthenticated();
  }
  await limits.spend('refresh by session', found.id);
  if (found.is_previous && !found.is_fresh) {
    await removeSession(db, found.id);
    throw unauthenticated();
  }
  const refresh = newRefreshSecret(secrets, found.id);
  return db.transaction(async (tx) => {
    const rotated = !found.is_previous && (await rotateSession(tx, hash, secretHash(refresh))) === 1;
    // Another tab was first. If the session ended, adding the token fails.
    if (!rotated && (await findSession(tx, hash))?.is_fresh !== true) throw unauthenticated();
    return { token: await issueToken(tx, found.id), refresh: rotated ? refresh : null };
  });
}
