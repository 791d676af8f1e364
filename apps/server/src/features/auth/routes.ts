import {
  login,
  logout,
  readEmailStatus,
  refresh,
  register,
  resendVerification,
  resendVerificationByEmail,
  verifyEmail as verifyEmailCall,
} from '@mbari/contract/auth';
import * as sentences from '@mbari/contract/sentences';
import { endOtherSessions, endSession, listSessions as listSessionsCall } from '@mbari/contract/sessions';
import { deviceOf } from '../../http/device.ts';
import { addressKey } from '../../http/limits/rate-limits.ts';
import { route } from '../../http/route.ts';
import { unauthenticated } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { endSessions } from './end-sessions.ts';
import { logIn } from './log-in.ts';
import { listSessions, removeSession, removeSessionOf } from './queries.ts';
import { clearRefreshCookie, readRefreshCookie, setRefreshCookie } from './refresh-cookie.ts';
import { refreshSession } from './refresh-session.ts';
import { registerMember } from './register-member.ts';
import { resendLink } from './resend-link.ts';
import { verifyEmail } from './verify-email.ts';
import { viewSession } from './views.ts';

export const authRoutes = [
  route(register, async ({ context, body, request, reply }) => {
    await context.limits.spend('register by ip', addressKey(request.ip));
    const { session, user } = await registerMember(context, body, deviceOf(request));
    if (session) setRefreshCookie(reply, context.config, session.refresh);
    return { ...(session && { token: session.token }), user, message: sentences.registered };
  }),

  route(login, async ({ context, body, request, reply }) => {
    const from = addressKey(request.ip);
    await context.limits.spend('login by ip', from);
    await context.limits.spend('login by ip and account', `${from} ${body.email}`);
    const { token, refresh, user } = await logIn(context, { ...body, device_name: deviceOf(request, body.device_name) });
    setRefreshCookie(reply, context.config, refresh);
    return { token, user };
  }),

  route(logout, async ({ context, member, reply }) => {
    await removeSession(context.db, member.session_id);
    clearRefreshCookie(reply, context.config);
    return { message: 'Signed out.' };
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
    if (!isId(params.id) || (await removeSessionOf(context.db, member.id, params.id)) === 0) throw notFound();
    if (params.id === member.session_id) clearRefreshCookie(reply, context.config);
    return { message: 'Signed out.' };
  }),

  route(endOtherSessions, async ({ context, member }) => {
    await endSessions(context.db, member.id, member);
    return { message: 'All other devices were signed out.' };
  }),

  route(readEmailStatus, async ({ context, member }) => {
    await context.limits.spend('email status by member', member.id);
    return { email_verified: member.email_verified, verified: member.email_verified };
  }),

  route(resendVerification, async ({ context, member }) => {
    await context.limits.spend('resend by member', member.id);
    await resendLink(context, member);
    return { message: sentences.verificationSent };
  }),

  // The mail is queued for any address alike and dropped when it would be sent to nobody: the answer takes the same time.
  route(resendVerificationByEmail, async ({ context, body, request }) => {
    await context.limits.spend('resend by ip', addressKey(request.ip));
    await context.limits.spend('resend by email', body.email);
    await queueMail(context.db, { kind: 'verify_by_email', email: body.email });
    return { message: sentences.verificationSent };
  }),

  route(verifyEmailCall, async ({ context, params, query, request, reply }) => {
    await context.limits.spend('verify link by ip', addressKey(request.ip));
    const status = await verifyEmail(context, { ...params, ...query });
    reply.redirect(new URL(`/verify-email?status=${status}`, context.config.publicUrl).href);
    return undefined;
  }),
];
