import type { Context } from '../../platform/context.ts';
import { unauthenticated } from '../../platform/http/viewer.ts';
import { findSession, deleteSession, deleteSessionWithOldSecret, rotateSession } from './session-queries.ts';
import { issueToken, newRefreshSecret, secretHash, readSessionId } from './sessions.ts';

export interface RefreshedSession {
  token: string;
  /** Null keeps the cookie that another tab has just set. */
  refresh: string | null;
}

/**
 * Exchanges a refresh secret for a token and a new secret. Two tabs may send the same secret within five seconds. Later
 * reuse means theft and ends the session.
 */
export async function refreshSession({ db, limits, secrets }: Context, secret: string): Promise<RefreshedSession> {
  const hash = secretHash(secret);
  const session = await findSession(db, hash);
  if (!session) {
    const id = readSessionId(secrets, secret);
    if (id !== null) await deleteSessionWithOldSecret(db, id, hash);
    throw unauthenticated();
  }
  await limits.spend('refresh by session', session.id);
  if (session.is_previous && !session.is_fresh) {
    await deleteSession(db, session.id);
    throw unauthenticated();
  }
  const refresh = newRefreshSecret(secrets, session.id);
  return db.transaction(async (tx) => {
    const isRotated = !session.is_previous && (await rotateSession(tx, hash, secretHash(refresh))) === 1;
    // Another tab may rotate the secret first. If the session ended, `issueToken` throws.
    if (!isRotated && (await findSession(tx, hash))?.is_fresh !== true) throw unauthenticated();
    return { token: await issueToken(tx, session.id), refresh: isRotated ? refresh : null };
  });
}
