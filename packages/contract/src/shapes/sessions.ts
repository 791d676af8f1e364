import { z } from 'zod';
import * as limits from '../limits.ts';
import { id, dated, message, idParams } from './fields.ts';

export const namedDevice = {
  /** In English, such as 'Chrome on Android', or what its client calls it. */
  device: z.string(),
  /** What its browser says of itself, to be named in the reader's language; null where its client calls it something. */
  device_parts: z.object({ browser: z.string().nullable(), system: z.string().nullable() }).nullable(),
};

export const signedInDevice = z.object({
  id,
  ...namedDevice,
  created_at: dated,
  used_at: dated,
  is_current: z.boolean(),
});
export type SignedInDevice = z.infer<typeof signedInDevice>;

export const sessionShapes = {
  listSessions: { answer: z.object({ data: z.array(signedInDevice).max(limits.sessions) }) },
  endSession: { params: idParams, answer: message },
  endOtherSessions: { answer: message },
  logout: { answer: message },
  refresh: { answer: z.object({ token: z.string() }) },
};
