import {
  login,
  readEmailStatus,
  register,
  resendVerification,
  resendVerificationByEmail,
  verifyEmail as verifyEmailCall,
} from '@mbari/contract/identity/auth';
import { deviceOf } from '../../platform/http/device.ts';
import { addressKey } from '../../platform/http/limits/rate-limits.ts';
import { route } from '../../platform/http/route.ts';
import { answers } from '../../platform/languages.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { logIn } from './log-in.ts';
import { setRefreshCookie } from './refresh-cookie.ts';
import { registerMember } from './register-member.ts';
import { mailVerificationLink, verifyEmail } from './verify-email.ts';

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
