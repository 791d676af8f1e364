import { z } from 'zod';
import { author } from '../people/members.ts';
import { image, imageReceipt } from '../photos/posts.ts';
import { endpoint } from '../platform/endpoint.ts';
import { id, idParams, paging, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

/** Image of a topic with its author and post. */
export const topicImage = z.object({
  image,
  author,
  post: z.object({ id, number: z.number().int() }),
  /** Photo post of the image. Null if the image was uploaded in the forum. */
  photo: z.object({ id, title: z.string() }).nullable(),
});
export type TopicImage = z.infer<typeof topicImage>;

export const uploadForumImage = endpoint('uploadForumImage', {
  method: 'POST',
  path: '/forum/images',
  access: 'onboarded',
  scope: 'write:forum',
  takes: 'form',
  status: 201,
  summary:
    'Upload an image for the forum, shown by `![words](photo:ID)`. The server deletes it after a day if no draft or post uses it. A retry with the same Idempotency-Key uploads it once. The key with another request is refused.',
  refuses: ['idempotency_key_reused', 'too_large', 'overloaded', 'quota_exceeded', 'storage_full', 'storage_unavailable'],
  shape: {
    body: z.object({ alt: text({ label: 'alternative text', max: limits.alt, lines: true }).optional() }),
    answer: z.object({
      data: image,
      message: z.string(),
      /** Null if the request repeats an earlier upload. */
      receipt: imageReceipt.nullable(),
    }),
  },
});

export const listTopicImages = endpoint('listTopicImages', {
  method: 'GET',
  path: '/forum/topics/{id}/images',
  access: 'onboarded',
  scope: 'read',
  summary: 'List the images in the posts of a topic, in their order.',
  refuses: ['not_found'],
  shape: {
    params: idParams,
    query: z.object({ per_page: paging.per_page, cursor: paging.cursor }),
    answer: z.object({
      data: z.array(topicImage),
      meta: z.object({ next_cursor: z.string().nullable() }),
    }),
  },
});
