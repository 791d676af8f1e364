import {
  login,
  readEmailStatus,
  register,
  resendVerification,
  resendVerificationByEmail,
  verifyEmail as verifyEmailCall,
} from '@mbari/contract/identity/auth';
import {
  confirmTotp as confirmTotpCall,
  readSecurity as readSecurityCall,
  removeTotp as removeTotpCall,
  replaceRecoveryCodes as replaceRecoveryCodesCall,
  startTotp as startTotpCall,
} from '@mbari/contract/identity/security';
import { endOtherSessions, endSession, listSessions as listSessionsCall, logout, refresh } from '@mbari/contract/identity/sessions';
import type { Context } from '../../platform/context.ts';
import { deviceOf } from '../../platform/http/device.ts';
import { addressKey } from '../../platform/http/rate-limits.ts';
import { route } from '../../platform/http/route.ts';
import { unauthenticated } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { answers } from '../../platform/languages.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { confirmOwner, logIn } from './log-in.ts';
import { deleteSession, deleteSessionOf, deleteSessionWithOldSecret, findSession, listSessions, rotateSession } from './queries.ts';
import { readSecurity } from './read-security.ts';
import { mailVerificationLink, registerMember, verifyEmail } from './register-member.ts';
import { confirmTotp, removeTotp, replaceRecoveryCodes, startTotp } from './second-factor.ts';
import {
  clearRefreshCookie,
  endSessions,
  issueToken,
  newRefreshSecret,
  readRefreshCookie,
  readSessionId,
  secretHash,
  setRefreshCookie,
  viewSession,
  withinSession,
} from './sessions.ts';

export const authRoutes = [
  route(register, async ({ context, body, request, reply }) => {
    await context.limits.spend('register by ip', addressKey(request.ip));
    const { session, user } = await registerMember(context, body, deviceOf(request));
    if (session) setRefreshCookie(reply, context.config, session.refresh);
    return { ...(session && { token: session.token }), user, message: answers.registered };
  }),

  route(login, async ({ context, body, request, reply }) => {
    const ipKey = addressKey(request.ip);
    await context.limits.spend('login by ip', ipKey);
    await context.limits.spend('login by ip and account', `${ipKey} ${body.email}`);
    const { token, refresh, user } = await logIn(context, { ...body, device: deviceOf(request, body.device_name) });
    setRefreshCookie(reply, context.config, refresh);
    return { token, user };
  }),

  route(readEmailStatus, async ({ context, member }) => {
    await context.limits.spend('email status by member', member.id);
    const isVerified = member.email_verified || member.awaits_approval === true;
    return { email_verified: isVerified, verified: isVerified };
  }),

  route(resendVerification, async ({ context, member }) => {
    await context.limits.spend('resend by member', member.id);
    await mailVerificationLink(context, member);
    return { message: answers.verificationSent };
  }),

  // The mail is queued for every address and dropped later, so the duration reveals nothing.
  route(resendVerificationByEmail, async ({ context, body, request }) => {
    await context.limits.spend('resend by ip', addressKey(request.ip));
    await context.limits.spend('resend by email', body.email);
    await queueMail(context.db, { kind: 'verify_by_email', email: body.email });
    return { message: answers.verificationSent };
  }),

  route(verifyEmailCall, async ({ context, params, query, request, reply }) => {
    await context.limits.spend('verify link by ip', addressKey(request.ip));
    const status = await verifyEmail(context, { ...params, ...query });
    reply.redirect(new URL(`/verify-email?status=${status}`, context.config.publicUrl).href);
    return undefined;
  }),
];

/** Second-step routes are here: in second-factor, they would form an import cycle with sign-in. */
export const securityRoutes = [
  route(readSecurityCall, async ({ context, member }) => ({ data: await readSecurity(context, member) })),

  route(startTotpCall, async ({ context, member, body }) => {
    await confirmOwner(context, member, body.password);
    return { data: await startTotp(context, member) };
  }),

  route(confirmTotpCall, async ({ context, member, body }) => ({
    recovery_codes: await withinSession(context, member, (tx) => confirmTotp(context, tx, member, body.code)),
    message: answers.secondFactorOn,
  })),

  route(removeTotpCall, async ({ context, member, body }) => {
    await confirmOwner(context, member, body.password);
    await withinSession(context, member, (tx) => removeTotp(tx, member));
    return { message: answers.secondFactorOff };
  }),

  route(replaceRecoveryCodesCall, async ({ context, member, body }) => {
    await confirmOwner(context, member, body.password);
    const recovery_codes = await withinSession(context, member, (tx) => replaceRecoveryCodes(context, tx, member));
    return { recovery_codes, message: answers.recoveryCodesReplaced };
  }),
];

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
