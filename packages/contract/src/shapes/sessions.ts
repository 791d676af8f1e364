import { z } from 'zod';
import * as limits from '../limits.ts';
import { dated, id, idParams, message } from './fields.ts';

export const signedInDevice = z.object({
  id,
  /** Such as 'Chrome on Android'. */
  device: z.string(),
  created_at: dated,
  used_at: dated,
  is_current: z.boolean(),
});
export type SignedInDevice = z.infer<typeof signedInDevice>;

export const sessionsShapes = {
  listSessions: { answer: z.object({ data: z.array(signedInDevice).max(limits.sessions) }) },
  endSession: { params: idParams, answer: message },
  endOtherSessions: { answer: message },
};
