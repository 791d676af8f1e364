import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { because, message } from '../platform/fields.ts';
import { confirmation, email, newPassword, passwordUnits, samePassword } from './auth.ts';

/** Ends the API tokens, too, as a thief may have created one. */
const endTokens = z.boolean(because('settingNotYesOrNo', { field: 'end_tokens' })).default(true);

export const forgotPassword = endpoint('forgotPassword', {
  method: 'POST',
  path: '/auth/forgot-password',
  access: 'open',
  takes: 'json',
  summary: 'Email a link that sets a new password. An unknown address gets the same answer in the same time.',
  shape: { body: z.object({ email }), answer: message },
});

export const resetPassword = endpoint('resetPassword', {
  method: 'POST',
  path: '/auth/reset-password',
  access: 'open',
  takes: 'json',
  summary:
    'Set a new password with the token of the mailed link, valid once for 60 minutes. Ends all sessions and, unless `end_tokens` is false, all API tokens. Starts no session.',
  refuses: ['invalid_reset_token', 'overloaded'],
  shape: {
    body: z
      .object({
        // A malformed token or address gets the same refusal as an expired link.
        token: z.string().max(128).catch(''),
        email: email.catch(''),
        password: newPassword,
        password_confirmation: confirmation,
        end_tokens: endTokens,
      })
      .refine((body) => body.password === body.password_confirmation, samePassword),
    answer: message,
  },
});

export const changePassword = endpoint('changePassword', {
  method: 'PUT',
  path: '/me/password',
  access: 'session',
  takes: 'json',
  summary: 'Change the password. Ends all other sessions and, unless `end_tokens` is false, all API tokens. The member is emailed.',
  refuses: ['overloaded'],
  shape: {
    body: z
      .object({
        current_password: z
          .string(because('mustBeText', { field: 'current password' }))
          .min(1, because('fieldRequired', { field: 'current password' }))
          .max(passwordUnits, because('currentPasswordWrong')),
        password: newPassword,
        password_confirmation: confirmation,
        end_tokens: endTokens,
      })
      .refine((body) => body.password === body.password_confirmation, samePassword),
    answer: message,
  },
});
