import { z } from 'zod';

export const exportShapes = {
  /** Sent as a file, not as JSON. */
  exportAccount: { answer: z.undefined() },
};
