import { z } from 'zod';
import * as limits from '../limits.ts';
import { confirmed } from './auth.ts';
import { because } from './because.ts';
import { dated, message } from './fields.ts';
import { passkey } from './passkeys.ts';

export const security = z.object({
  has_password: z.boolean(),
  email: z.string(),
  /** An address that was asked for and not confirmed yet. */
  pending_email: z.string().nullable(),
  passkeys: z.array(passkey).max(limits.passkeys),
  totp: z.object({ is_enabled: z.boolean(), recovery_codes_left: z.number().int() }),
  /** Names of the external providers one can sign in by. */
  providers: z.array(z.object({ name: z.string(), email: z.string().nullable(), linked_at: dated })),
});
export type Security = z.infer<typeof security>;

const code = z
  .string(because('mustBeText', { field: 'code' }))
  .min(1, because('fieldRequired', { field: 'code' }))
  .max(limits.secondFactorCode, because('notCode'));

const recoveryCodes = z.array(z.string()).length(limits.recoveryCodes);

export const securityShapes = {
  readSecurity: { answer: z.object({ data: security }) },
  startTotp: {
    body: z.object(confirmed),
    /** `secret` in base32 for typing, `uri` (otpauth://) for a QR code. */
    answer: z.object({ data: z.object({ secret: z.string(), uri: z.string() }) }),
  },
  confirmTotp: { body: z.object({ code }), answer: z.object({ recovery_codes: recoveryCodes, message: z.string() }) },
  removeTotp: { body: z.object(confirmed), answer: message },
  replaceRecoveryCodes: { body: z.object(confirmed), answer: z.object({ recovery_codes: recoveryCodes, message: z.string() }) },
};
