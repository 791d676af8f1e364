import { z } from 'zod';
import * as limits from '../limits.ts';
import * as sentences from '../sentences.ts';
import { dated, id, idParams, listMeta, message, paging, text } from './fields.ts';
import { author } from './members.ts';

/** One picture of a post. `srcset` values go straight into `<source srcset>`. */
export const image = z.object({
  id,
  /** The fallback: a JPEG of 1280 px width at most. */
  image_path: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  alt: z.string(),
  /** ThumbHash, base64. */
  thumbhash: z.string(),
  /** Mean colour, `#rrggbb`. */
  color: z.string(),
  srcset: z.object({ avif: z.string().optional(), webp: z.string(), jpeg: z.string() }),
});
export type Image = z.infer<typeof image>;

export const comment = z.object({
  id,
  content: z.string(),
  user: author,
  created_at: dated,
  /** Usernames in the text, behind an @, of members who are there for the viewer. */
  mentions: z.array(z.string()),
  viewer: z.object({ may_delete: z.boolean(), may_report: z.boolean() }),
});
export type Comment = z.infer<typeof comment>;

export const photo = z.object({
  id,
  title: z.string(),
  description: z.string().nullable(),
  /** The category's name. */
  category: z.string().nullable(),
  images: z.array(image),
  image_url: z.string(),
  user: author,
  /** The viewer's own like or nothing; `likes_count` is the truth. */
  likes: z.array(z.object({ user_id: id })),
  likes_count: z.number().int(),
  is_liked: z.boolean(),
  /** The newest three, oldest of them first. */
  comments: z.array(comment).max(limits.embeddedComments),
  comments_count: z.number().int(),
  created_at: dated,
  viewer: z.object({
    may_edit: z.boolean(),
    may_delete: z.boolean(),
    may_comment: z.boolean(),
    may_like: z.boolean(),
    may_report: z.boolean(),
  }),
});
export type Photo = z.infer<typeof photo>;

/** What became of one image of an upload. */
export const imageReceipt = z.object({
  image_id: id,
  /** As it arrived. */
  received: z.object({ format: z.string(), width: z.number().int(), height: z.number().int(), bytes: z.number().int() }),
  /** As it is served from now on; AVIF follows when the machine is idle. */
  served: z.array(z.object({ format: z.enum(['webp', 'jpeg']), width: z.number().int(), bytes: z.number().int() })),
  /** Kinds of hidden data that it carried and that were not kept. */
  removed: z.array(z.enum(['location', 'camera', 'date', 'author', 'thumbnail', 'other'])),
});
export type ImageReceipt = z.infer<typeof imageReceipt>;

const photoAnswer = z.object({ data: photo });
const counts = z.object({ message: z.string(), data: z.object({ likes_count: z.number().int(), is_liked: z.boolean() }) });

export const photoShapes = {
  listPhotos: {
    query: z.object({
      ...paging,
      /** A category's name, slug or id. One that does not exist has no posts. */
      category: z.string().max(80).optional(),
      /** Words of the title or description, or their beginnings; blind to case and diacritics. */
      search: text({ label: 'search', max: limits.search }).optional(),
      /** Of this member alone. */
      username: z.string().max(limits.usernameMax).optional(),
      /** Of those whom the viewer follows. */
      feed: z.enum(['following'], 'The feed must be following.').optional(),
    }),
    answer: z.object({
      data: z.array(photo),
      /** Counting what a search finds stops at `limits.foundPhotos`: there are more where `total_is_capped`. */
      meta: listMeta.extend({ total_is_capped: z.boolean().optional() }),
    }),
  },
  readPhoto: { params: idParams, answer: photoAnswer },
  createPhoto: {
    body: z.object({
      title: text({ label: 'title', max: limits.title, min: 1 }),
      description: text({ label: 'description', max: limits.description, lines: true }).optional(),
      /** A category's name, slug or id. */
      category: z.string().max(80).optional(),
      /** In the order of `images[n]`. */
      alt: z
        .array(text({ label: 'alternative text', max: limits.alt, lines: true }).optional())
        .max(limits.imagesPaid, sentences.tooManyImages)
        .optional(),
    }),
    answer: photoAnswer.extend({
      message: z.string(),
      /** One an image, in their order; null where the post was sent before. */
      receipt: z.array(imageReceipt).nullable(),
    }),
  },
  likePhoto: { params: idParams, answer: counts },
  unlikePhoto: { params: idParams, answer: counts },
  listLikes: { params: idParams, query: z.object({ ...paging }), answer: z.object({ data: z.array(author), meta: listMeta }) },
  listComments: { params: idParams, query: z.object({ ...paging }), answer: z.object({ data: z.array(comment), meta: listMeta }) },
  addComment: {
    params: idParams,
    body: z.object({ content: text({ label: 'comment', max: limits.comment, min: 1, lines: true }) }),
    answer: z.object({ data: comment, message: z.string() }),
  },
  deleteComment: { params: z.object({ id, commentId: id }), answer: message },
};
