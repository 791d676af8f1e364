import { changeEmail as changeEmailCall, confirmNewEmail as confirmNewEmailCall } from '@mbari/contract/email-change';
import { answers } from '../../platform/english.ts';
import { addressKey } from '../../platform/http/limits/rate-limits.ts';
import { route } from '../../platform/http/route.ts';
import { changeEmail } from './change-email.ts';
import { confirmNewEmail } from './confirm-new-email.ts';

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
