import { z } from 'zod';
import * as limits from '../limits.ts';
import { id } from './fields.ts';
import { author } from './members.ts';
import { photo } from './photos.ts';

export const discoveryShapes = {
  listTrending: {
    query: z.object({
      limit: z
        .string('The limit must be a whole number from 1.')
        .regex(/^[1-9][0-9]{0,3}$/, 'The limit must be a whole number from 1.')
        .transform((digits) => Math.min(Number(digits), limits.trending))
        .default(limits.trending),
    }),
    answer: z.object({ data: z.array(photo) }),
  },
  countNewPhotos: {
    query: z.object({
      /** Id of the newest post the viewer has seen. */
      after: id,
      feed: z.enum(['following'], 'The feed must be following.').optional(),
    }),
    answer: z.object({
      data: z.object({
        /** At most `limits.newPhotos`. */
        count: z.number().int(),
        /** Up to three of those who posted them, newest first. */
        members: z.array(author),
      }),
    }),
  },
};
