import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { because, message } from '../platform/fields.ts';
import { confirmation, email, newPassword, passwordUnits, samePassword } from './auth.ts';

export const forgotPassword = endpoint('forgotPassword', {
  method: 'POST',
  path: '/auth/forgot-password',
  access: 'open',
  takes: 'json',
  summary: 'Mail a link that sets a new password. Answers alike, in words and time, whether or not the address is known.',
  shape: { body: z.object({ email }), answer: message },
});

export const resetPassword = endpoint('resetPassword', {
  method: 'POST',
  path: '/auth/reset-password',
  access: 'open',
  takes: 'json',
  summary: 'Set a new password by the token of the mailed link, which is good once, for 60 minutes. Ends all sessions; starts none.',
  refuses: ['invalid_reset_token', 'overloaded'],
  shape: {
    body: z
      .object({
        // A malformed token or address gets the same refusal as an expired link.
        token: z.string().max(128).catch(''),
        email: email.catch(''),
        password: newPassword,
        password_confirmation: confirmation,
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
  summary: 'Change one’s password. All other sessions end, and the owner is mailed.',
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
      })
      .refine((body) => body.password === body.password_confirmation, samePassword),
    answer: message,
  },
});
