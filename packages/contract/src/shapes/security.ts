import { z } from 'zod';
import * as limits from '../limits.ts';
import { dated } from './fields.ts';
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

export const securityShapes = {
  readSecurity: { answer: z.object({ data: security }) },
};
