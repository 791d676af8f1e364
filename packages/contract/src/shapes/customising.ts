import { z } from 'zod';
import { accents } from '../accents.ts';
import * as limits from '../limits.ts';
import { because } from './because.ts';
import { id } from './fields.ts';
import { customisation } from './profiles.ts';

/** Forms have no empty list: there it is an empty text. */
const pins = z
  .union([z.array(id), z.literal('').transform((): string[] => [])], because('pinsNotList'))
  .refine((ids) => ids.length <= limits.pinnedPhotos, because('tooManyPins', { most: limits.pinnedPhotos }))
  .refine((ids) => new Set(ids).size === ids.length, because('pinnedTwice'));

export const customisingShapes = {
  customiseProfile: {
    body: z.object({
      /** Empty: none from now on. */
      accent: z.enum([...accents, ''], because('colorNotOffered')).optional(),
      /** All of them, in their order. Posts of one's own. */
      pinned: pins.optional(),
      remove_cover: z
        .union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')], because('coverRemovalInvalid'))
        .optional(),
    }),
    answer: z.object({ data: customisation, message: z.string() }),
  },
};
