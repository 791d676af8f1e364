import { z } from 'zod';
import * as limits from '../limits.ts';
import { confirmed, session } from './auth.ts';
import { because } from './because.ts';
import { dated, id, idParams, message, text } from './fields.ts';

/** What a browser's WebAuthn takes and gives, as JSON. The library that checks it knows its inside. */
export const browserOptions = z.record(z.string(), z.unknown());
export const browserResponse = z.record(z.string(), z.unknown(), because('passkeyResponseInvalid'));

const passkeyName = text({ label: 'name', max: limits.passkeyName, min: 1, isName: true });

export const passkey = z.object({
  id,
  name: z.string(),
  created_at: dated,
  /** The last sign-in with it. */
  used_at: dated.nullable(),
  /** Kept by an account of the device's maker, and so on more than one device. */
  is_synced: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

export const passkeysShapes = {
  startPasskeyLogin: { answer: z.object({ data: browserOptions }) },
  passkeyLogin: {
    body: z.object({ response: browserResponse, device_name: text({ label: 'device name', max: limits.deviceName }).optional() }),
    answer: session,
  },
  startPasskey: { body: z.object(confirmed), answer: z.object({ data: browserOptions }) },
  addPasskey: {
    body: z.object({ name: passkeyName, response: browserResponse }),
    answer: z.object({ data: passkey, message: z.string() }),
  },
  renamePasskey: { params: idParams, body: z.object({ name: passkeyName }), answer: z.object({ data: passkey, message: z.string() }) },
  removePasskey: { params: idParams, body: z.object(confirmed), answer: message },
};
