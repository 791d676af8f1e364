import { z } from 'zod';
import { confirmation, email, newPassword, passwordUnits, samePassword } from './auth.ts';
import { because } from './because.ts';
import { message } from './fields.ts';

export const passwordsShapes = {
  forgotPassword: { body: z.object({ email }), answer: message },
  resetPassword: {
    body: z
      .object({
        // Whatever is no token or address belongs to no link, and is told so in the same words.
        token: z.string().max(128).catch(''),
        email: email.catch(''),
        password: newPassword,
        password_confirmation: confirmation,
      })
      .refine((body) => body.password === body.password_confirmation, samePassword),
    answer: message,
  },
  changePassword: {
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
};
