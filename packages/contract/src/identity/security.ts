import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, id, message } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { confirmed } from './auth.ts';
import { passkey } from './passkeys.ts';

export const security = z.object({
  has_password: z.boolean(),
  email: z.string(),
  pending_email: z.string().nullable(),
  passkeys: z.array(passkey).max(limits.passkeys),
  totp: z.object({ is_enabled: z.boolean(), recovery_codes_left: z.number().int() }),
  /** `key` is null if the provider is no longer configured. */
  providers: z.array(z.object({ id, key: z.string().nullable(), name: z.string(), email: z.string().nullable(), linked_at: dated })),
});
export type Security = z.infer<typeof security>;

const code = z
  .string(because('mustBeText', { field: 'code' }))
  .min(1, because('fieldRequired', { field: 'code' }))
  .max(limits.secondFactorCode, because('notCode'));

const recoveryCodes = z.array(z.string()).length(limits.recoveryCodes);

export const readSecurity = endpoint('readSecurity', {
  method: 'GET',
  path: '/me/security',
  access: 'session',
  summary: 'Read the sign-in methods of the account: password, passkeys, second factor, external providers.',
  shape: { answer: z.object({ data: security }) },
});

export const startTotp = endpoint('startTotp', {
  method: 'POST',
  path: '/me/totp',
  access: 'verified',
  takes: 'json',
  summary: 'Start the setup of an authenticator app as second factor. It takes effect when a code is confirmed.',
  refuses: ['recent_sign_in_required', 'conflict', 'overloaded'],
  shape: {
    body: z.object(confirmed),
    /** `secret` in base32 for typing, `uri` (otpauth://) for a QR code. */
    answer: z.object({ data: z.object({ secret: z.string(), uri: z.string() }) }),
  },
});

export const confirmTotp = endpoint('confirmTotp', {
  method: 'POST',
  path: '/me/totp/confirm',
  access: 'verified',
  takes: 'json',
  summary: 'Turn on the second factor with a code of the app. Returns the recovery codes once.',
  refuses: ['invalid_code', 'conflict'],
  shape: { body: z.object({ code }), answer: z.object({ recovery_codes: recoveryCodes, message: z.string() }) },
});

export const removeTotp = endpoint('removeTotp', {
  method: 'DELETE',
  path: '/me/totp',
  access: 'verified',
  takes: 'json',
  summary: 'Turn off the second factor.',
  refuses: ['recent_sign_in_required', 'overloaded'],
  shape: { body: z.object(confirmed), answer: message },
});

export const replaceRecoveryCodes = endpoint('replaceRecoveryCodes', {
  method: 'POST',
  path: '/me/recovery-codes',
  access: 'verified',
  takes: 'json',
  summary: 'Replace the recovery codes. The old ones stop working.',
  refuses: ['recent_sign_in_required', 'conflict', 'overloaded'],
  shape: { body: z.object(confirmed), answer: z.object({ recovery_codes: recoveryCodes, message: z.string() }) },
});
