import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const storage = z.object({
  /** Size of the member's stored images in all formats. */
  used_bytes: z.number(),
  limit_bytes: z.number(),
});
export type Storage = z.infer<typeof storage>;

export const readStorage = endpoint('readStorage', {
  method: 'GET',
  path: '/me/storage',
  access: 'verified',
  scope: 'read',
  summary: 'Read the size of the member’s images and its limit.',
  shape: { answer: z.object({ data: storage }) },
});
