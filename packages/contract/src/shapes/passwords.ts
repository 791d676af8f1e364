import { z } from 'zod';
import * as limits from '../limits.ts';
import { confirmation, email, newPassword, samePassword } from './auth.ts';
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
          .string('The current password must be text.')
          .min(1, 'The current password is required.')
          .max(limits.passwordMax * 2, 'The current password is not right.'),
        password: newPassword,
        password_confirmation: confirmation,
      })
      .refine((body) => body.password === body.password_confirmation, samePassword),
    answer: message,
  },
};
