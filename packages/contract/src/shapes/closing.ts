import { z } from 'zod';
import { confirmed } from './auth.ts';
import { message } from './fields.ts';

export const closingShapes = {
  closeAccount: { body: z.object(confirmed), answer: message },
};
