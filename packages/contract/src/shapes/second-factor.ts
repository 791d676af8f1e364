import { z } from 'zod';
import * as limits from '../limits.ts';
import { confirmed } from './auth.ts';
import { message } from './fields.ts';

const code = z.string('The code must be text.').min(1, 'The code is required.').max(limits.secondFactorCode, 'That is not a code.');

const recoveryCodes = z.array(z.string()).length(limits.recoveryCodes);

export const secondFactorShapes = {
  startTotp: {
    body: z.object(confirmed),
    /** `secret` in base32 for typing, `uri` (otpauth://) for a QR code. */
    answer: z.object({ data: z.object({ secret: z.string(), uri: z.string() }) }),
  },
  confirmTotp: { body: z.object({ code }), answer: z.object({ recovery_codes: recoveryCodes, message: z.string() }) },
  removeTotp: { body: z.object(confirmed), answer: message },
  replaceRecoveryCodes: { body: z.object(confirmed), answer: z.object({ recovery_codes: recoveryCodes, message: z.string() }) },
};
