import { z } from 'zod';
import * as limits from '../limits.ts';
import { because } from './because.ts';
import { dated, editedVersion, id, idParams, message, text, version } from './fields.ts';
import { author } from './members.ts';

/** Where the newest post of a category stands. */
const latestTopic = z.object({
  id,
  title: z.string(),
  slug: z.string(),
  latest_post: z.object({ id, number: z.number().int(), author, created_at: dated }),
});

export const forumCategory = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  /** Slugs that lead to it since it was renamed, or since it took the topics of a deleted category. */
  former_slugs: z.array(z.string()),
  description: z.string(),
  /** `#rrggbb` */
  color: z.string(),
  position: z.number().int(),
  version,
  topics_count: z.number().int(),
  posts_count: z.number().int(),
  latest_topic: latestTopic.nullable(),
  /** Topics that the viewer follows here and in which something is new. */
  unread_topics_count: z.number().int(),
  is_following: z.boolean(),
  is_muted: z.boolean(),
  created_at: dated,
});
export type ForumCategory = z.infer<typeof forumCategory>;

const name = text({ label: 'name', max: limits.forumCategory, min: 1 });
const description = text({ label: 'description', max: limits.forumDescription, lines: true });
const color = z.string(because('colorInvalid')).regex(/^#[0-9a-f]{6}$/i, because('colorInvalid'));
const position = z
  .int(because('notWholeNumber', { field: 'position' }))
  .min(1, because('numberTooSmall', { field: 'position', least: 1 }))
  .max(1_000, because('numberTooLarge', { field: 'position' }));

const answer = z.object({ data: forumCategory, message: z.string() });

export const forumCategoryShapes = {
  listForumCategories: { answer: z.object({ data: z.array(forumCategory) }) },
  createForumCategory: {
    body: z.object({ name, description: description.optional(), color: color.optional() }),
    answer,
  },
  updateForumCategory: {
    params: idParams,
    /** At `position` the category stands from now on; the others make room. */
    body: z.object({
      name: name.optional(),
      description: description.optional(),
      color: color.optional(),
      position: position.optional(),
      version: editedVersion,
    }),
    answer,
  },
  deleteForumCategory: {
    params: idParams,
    query: z.object({
      /** Where its topics go. */
      move_to: id.optional(),
    }),
    answer: message,
  },
};
