import { z } from 'zod';
import { confirmed, email } from './auth.ts';
import { id, message } from './fields.ts';

export const emailChangeShapes = {
  confirmNewEmail: {
    params: z.object({ id, hash: z.string().max(256) }),
    query: z.object({ expires: z.string().max(32).optional(), signature: z.string().max(256).optional() }),
    answer: z.void(),
  },
  changeEmail: { body: z.object({ email, ...confirmed }), answer: message },
};
