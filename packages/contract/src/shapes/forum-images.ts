import { z } from 'zod';
import * as limits from '../limits.ts';
import { id, idParams, paging, text } from './fields.ts';
import { author } from './members.ts';
import { image, imageReceipt } from './photos.ts';

/** An image of a topic, with whoever showed it and where. */
export const topicImage = z.object({
  image,
  author,
  post: z.object({ id, number: z.number().int() }),
  /** The photo that it belongs to; null where it was uploaded for the forum. */
  photo: z.object({ id, title: z.string() }).nullable(),
});
export type TopicImage = z.infer<typeof topicImage>;

export const forumImageShapes = {
  uploadForumImage: {
    body: z.object({ alt: text({ label: 'alternative text', max: limits.alt, lines: true }).optional() }),
    answer: z.object({
      data: image,
      message: z.string(),
      /** What became of the file; null where it was sent before. */
      receipt: imageReceipt.nullable(),
    }),
  },
  listTopicImages: {
    params: idParams,
    query: z.object({ per_page: paging.per_page, cursor: paging.cursor }),
    answer: z.object({
      data: z.array(topicImage),
      /** Pass it as `cursor` to get what follows. Null at the end. */
      meta: z.object({ next_cursor: z.string().nullable() }),
    }),
  },
};
