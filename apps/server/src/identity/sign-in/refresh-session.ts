import type { Context } from '../../platform/context.ts';
import { unauthenticated } from '../../platform/http/viewer.ts';
import { findSession, removeSession, removeSessionBehind, rotateSession } from './session-queries.ts';
import { issueToken, newRefreshSecret, secretHash, sessionOf } from './sessions.ts';

export interface RefreshedSession {
  token: string;
  /** The cookie's new secret; null leaves the cookie as another tab has just set it. */
  refresh: string | null;
}

/**
 * Trades a refresh secret for a bearer token and a new secret. Two tabs may come with the same one within five
 * seconds; whoever comes with it later has a copy, and then nobody keeps the session, however often it was traded in since.
 */
export async function refreshSession({ db, limits, secrets }: Context, secret: string): Promise<RefreshedSession> {
  const hash = secretHash(secret);
  const found = await findSession(db, hash);
  if (!found) {
    // Whoever made the secret up learns and ends nothing.
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
    // Not rotated: the other tab was first. Had the session ended meanwhile, the token would find none to belong to.
    if (!rotated && (await findSession(tx, hash))?.is_fresh !== true) throw unauthenticated();
    return { token: await issueToken(tx, found.id), refresh: rotated ? refresh : null };
  });
}
