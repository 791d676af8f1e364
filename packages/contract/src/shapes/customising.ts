import { z } from 'zod';
import { accents } from '../accents.ts';
import * as limits from '../limits.ts';
import { id } from './fields.ts';
import { customisation } from './profiles.ts';

export const customisingShapes = {
  customiseProfile: {
    body: z.object({
      /** Empty: none from now on. */
      accent: z.enum([...accents, ''], 'Choose one of the colours offered.').optional(),
      /** All of them, in their order. Posts of one's own. */
      pinned: z.array(id, 'The pinned posts must be a list.').max(limits.pinnedPhotos, 'You can pin up to 3 posts.').optional(),
      remove_cover: z
        .union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')], 'Removing the cover must be true or false.')
        .optional(),
    }),
    answer: z.object({ data: customisation, message: z.string() }),
  },
};
