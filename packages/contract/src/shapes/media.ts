import { z } from 'zod';

const storage = z.object({
  /** What one's images take in every form that is kept of them, without those that were deleted. */
  used_bytes: z.number(),
  limit_bytes: z.number(),
});
export type Storage = z.infer<typeof storage>;

export const mediaShapes = {
  readStorage: { answer: z.object({ data: storage }) },
};
