import { endOtherSessions, endSession, listSessions as listSessionsCall, logout, refresh } from '@mbari/contract/identity/sessions';
import { answers } from '../../platform/english.ts';
import { route } from '../../platform/http/route.ts';
import { unauthenticated } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { clearRefreshCookie, readRefreshCookie, setRefreshCookie } from './refresh-cookie.ts';
import { refreshSession } from './refresh-session.ts';
import { listSessions, deleteSession, deleteSessionOf } from './session-queries.ts';
import { viewSession } from './session-views.ts';
import { endSessions } from './sessions.ts';

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
