import { changeEmail as changeEmailCall, confirmNewEmail as confirmNewEmailCall } from '@mbari/contract/identity/account';
import {
  changePassword as changePasswordCall,
  forgotPassword,
  resetPassword as resetPasswordCall,
} from '@mbari/contract/identity/passwords';
import { addressKey } from '../../platform/http/rate-limits.ts';
import { route } from '../../platform/http/route.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { answers } from '../../platform/languages.ts';
import { changeEmail, confirmNewEmail } from './change-email.ts';
import { changePassword, resetPassword } from './reset-password.ts';

export const passwordRoutes = [
  // The job looks up the account, so the duration is the same for any address.
  route(forgotPassword, async ({ context, body, request }) => {
    await context.limits.spend('forgot by ip', addressKey(request.ip));
    await context.limits.spend('forgot by email', body.email);
    await addJob(context.db, 'mail_reset_link', { email: body.email });
    return { message: answers.resetMailed };
  }),

  route(resetPasswordCall, async ({ context, body, request }) => {
    await context.limits.spend('reset by ip', addressKey(request.ip));
    await resetPassword(context, body);
    return { message: answers.passwordReset };
  }),

  route(changePasswordCall, async ({ context, member, body }) => {
    await changePassword(context, member, body);
    return { message: answers.passwordUpdated };
  }),
];

export const emailChangeRoutes = [
  route(changeEmailCall, async ({ context, member, body }) => {
    await changeEmail(context, member, body);
    return { message: answers.addressMailed };
  }),

  route(confirmNewEmailCall, async ({ context, params, query, request, reply }) => {
    await context.limits.spend('verify link by ip', addressKey(request.ip));
    const status = await confirmNewEmail(context, { ...params, ...query });
    reply.redirect(new URL(`/confirm-email?status=${status}`, context.config.publicUrl).href);
    return undefined;
  }),
];
