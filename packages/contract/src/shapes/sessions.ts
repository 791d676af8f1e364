import { z } from 'zod';
import * as limits from '../limits.ts';
import { id, dated, message, idParams } from './fields.ts';

export const signedInDevice = z.object({
  id,
  /** Such as 'Chrome on Android'. */
  device: z.string(),
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
