import { z } from 'zod';
import { accents } from '../accents.ts';
import * as limits from '../limits.ts';
import { id } from './fields.ts';
import { customisation } from './profiles.ts';

/** Forms have no empty list: there it is an empty text. */
const pins = z
  .union([z.array(id), z.literal('').transform((): string[] => [])], 'The pinned posts must be a list.')
  .refine((ids) => ids.length <= limits.pinnedPhotos, `You can pin up to ${limits.pinnedPhotos} posts.`)
  .refine((ids) => new Set(ids).size === ids.length, 'A post can be pinned once.');

export const customisingShapes = {
  customiseProfile: {
    body: z.object({
      /** Empty: none from now on. */
      accent: z.enum([...accents, ''], 'Choose one of the colours offered.').optional(),
      /** All of them, in their order. Posts of one's own. */
      pinned: pins.optional(),
      remove_cover: z
        .union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')], 'Removing the cover must be true or false.')
        .optional(),
    }),
    answer: z.object({ data: customisation, message: z.string() }),
  },
};
