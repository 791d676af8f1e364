import { z } from 'zod';
import * as limits from '../limits.ts';
import * as sentences from '../sentences.ts';
import { id, idParams, message, text } from './fields.ts';
import { photo } from './photos.ts';

export const editingShapes = {
  updatePhoto: {
    params: idParams,
    body: z.object({
      title: text({ label: 'title', max: limits.title, min: 1 }).optional(),
      /** Empty: none from now on. */
      description: text({ label: 'description', max: limits.description, lines: true }).optional(),
      /** A category's name, slug or id; empty: none from now on. */
      category: z.string().max(80).optional(),
      /**
       * Images of the post that stay, by their new place: `keep[1]` is the id of what comes second. The other places are those of
       * the files `images[n]`; together they leave no gap. Where neither is sent the images stay; else whatever is not named goes.
       */
      keep: z.array(id.optional()).max(limits.imagesPaid, sentences.tooManyImages).optional(),
      /** By place, among the images of the post as it is to be. Where a place is left out, a kept image keeps its words. */
      alt: z
        .array(text({ label: 'alternative text', max: limits.alt, lines: true }).optional())
        .max(limits.imagesPaid, sentences.tooManyImages)
        .optional(),
    }),
    answer: z.object({ data: photo, message: z.string() }),
  },
  deletePhoto: { params: idParams, answer: message },
};
