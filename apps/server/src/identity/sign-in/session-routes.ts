import { endOtherSessions, endSession, listSessions as listSessionsCall, logout, refresh } from '@mbari/contract/identity/sessions';
import type { Context } from '../../platform/context.ts';
import { route } from '../../platform/http/route.ts';
import { unauthenticated } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { answers } from '../../platform/languages.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { deleteSession, deleteSessionOf, deleteSessionWithOldSecret, findSession, listSessions, rotateSession } from './queries.ts';
import { clearRefreshCookie, readRefreshCookie, setRefreshCookie } from './refresh-cookie.ts';
import { endSessions, issueToken, newRefreshSecret, readSessionId, secretHash, viewSession } from './sessions.ts';

export const sessionRoutes = [
  route(logout, async ({ context, member, reply }) => {
    await deleteSession(context.db, member.session_id);
    clearRefreshCookie(reply, context.config);
    return { message: answers.signedOut };
  }),

  route(refresh, async ({ context, request, reply }) => {
    const secret = readRefreshCookie(request, context.config);
    if (secret === null) throw unauthenticated();
    try {
      const { token, refresh: next } = await refreshSession(context, secret);
      if (next !== null) setRefreshCookie(reply, context.config, next);
      return { token };
    } catch (error) {
      if (error instanceof Refusal && error.code === 'unauthenticated') clearRefreshCookie(reply, context.config);
      throw error;
    }
  }),

  route(listSessionsCall, async ({ context, member }) => ({
    data: (await listSessions(context.db, member.id, member.session_id)).map(viewSession),
  })),

  route(endSession, async ({ context, member, params, reply }) => {
    if (!isId(params.id) || (await deleteSessionOf(context.db, member.id, params.id)) === 0) throw notFound();
    if (params.id === member.session_id) clearRefreshCookie(reply, context.config);
    return { message: answers.signedOut };
  }),

  route(endOtherSessions, async ({ context, member }) => {
    await endSessions(context.db, member.id, member);
    return { message: answers.othersSignedOut };
  }),
];

interface RefreshedSession {
  token: string;
  /** Null keeps the cookie that another tab has just set. */
  refresh: string | null;
}

/**
 * Exchanges a refresh secret for a token and a new secret. Two tabs may send the same secret within five seconds. Later
 * reuse means theft and ends the session.
 */
async function refreshSession({ db, limits, secrets }: Context, secret: string): Promise<RefreshedSession> {
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
