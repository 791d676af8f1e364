import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, id, idParams, message, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { confirmed, session } from './auth.ts';

/** WebAuthn options and responses as JSON, validated by the WebAuthn library. */
export const browserOptions = z.record(z.string(), z.unknown());
export const browserResponse = z.record(z.string(), z.unknown(), because('passkeyResponseInvalid'));

const passkeyName = text({ label: 'name', max: limits.passkeyName, min: 1, isName: true });

export const passkey = z.object({
  id,
  name: z.string(),
  created_at: dated,
  used_at: dated.nullable(),
  /** True if the platform syncs the passkey between devices. */
  is_synced: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

export const startPasskeyLogin = endpoint('startPasskeyLogin', {
  method: 'POST',
  path: '/auth/passkey/options',
  access: 'open',
  summary: 'Get the WebAuthn options for signing in. They name no account.',
  shape: { answer: z.object({ data: browserOptions }) },
});

export const passkeyLogin = endpoint('passkeyLogin', {
  method: 'POST',
  path: '/auth/passkey',
  access: 'open',
  takes: 'json',
  ownPagesOnly: true,
  summary: 'Sign in with a passkey. It needs no second factor.',
  refuses: ['invalid_credentials', 'account_suspended'],
  shape: {
    body: z.object({ response: browserResponse, device_name: text({ label: 'device name', max: limits.deviceName }).optional() }),
    answer: session,
  },
});

export const startPasskey = endpoint('startPasskey', {
  method: 'POST',
  path: '/me/passkeys/options',
  access: 'verified',
  takes: 'json',
  summary: 'Get the WebAuthn options for creating a passkey.',
  refuses: ['recent_sign_in_required', 'conflict', 'overloaded'],
  shape: { body: z.object(confirmed), answer: z.object({ data: browserOptions }) },
});

export const addPasskey = endpoint('addPasskey', {
  method: 'POST',
  path: '/me/passkeys',
  access: 'verified',
  takes: 'json',
  status: 201,
  summary: 'Add a passkey to the account.',
  refuses: ['conflict'],
  shape: {
    body: z.object({ name: passkeyName, response: browserResponse }),
    answer: z.object({ data: passkey, message: z.string() }),
  },
});

export const renamePasskey = endpoint('renamePasskey', {
  method: 'PUT',
  path: '/me/passkeys/{id}',
  access: 'verified',
  takes: 'json',
  summary: 'Rename a passkey.',
  refuses: ['not_found'],
  shape: { params: idParams, body: z.object({ name: passkeyName }), answer: z.object({ data: passkey, message: z.string() }) },
});

export const removePasskey = endpoint('removePasskey', {
  method: 'DELETE',
  path: '/me/passkeys/{id}',
  access: 'verified',
  takes: 'json',
  summary: 'Remove a passkey.',
  refuses: ['not_found', 'recent_sign_in_required', 'overloaded'],
  shape: { params: idParams, body: z.object(confirmed), answer: message },
});
