import { z } from 'zod';
import { author } from '../people/members.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, editedVersion, id, idParams, message, text, version } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

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
  /** Slugs that redirect here: from before a rename, and of deleted categories whose topics moved here. */
  former_slugs: z.array(z.string()),
  description: z.string(),
  color: z.string(),
  position: z.number().int(),
  version,
  topics_count: z.number().int(),
  posts_count: z.number().int(),
  latest_topic: latestTopic.nullable(),
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

export const listForumCategories = endpoint('listForumCategories', {
  method: 'GET',
  path: '/forum/categories',
  access: 'onboarded',
  scope: 'read',
  summary: 'List the forum categories in their order.',
  shape: { answer: z.object({ data: z.array(forumCategory) }) },
});

export const createForumCategory = endpoint('createForumCategory', {
  method: 'POST',
  path: '/forum/categories',
  access: 'admin',
  takes: 'json',
  status: 201,
  summary: 'Add a forum category.',
  shape: {
    body: z.object({ name, description: description.optional(), color: color.optional() }),
    answer,
  },
});

export const updateForumCategory = endpoint('updateForumCategory', {
  method: 'PUT',
  path: '/forum/categories/{id}',
  access: 'admin',
  takes: 'json',
  summary:
    'Change a forum category or its position. An outdated `version` is refused with the stored category; without `version` the last write wins.',
  refuses: ['not_found', 'conflict'],
  shape: {
    params: idParams,
    /** Shifts the other categories to free `position`. */
    body: z.object({
      name: name.optional(),
      description: description.optional(),
      color: color.optional(),
      position: position.optional(),
      version: editedVersion,
    }),
    answer,
  },
});

export const deleteForumCategory = endpoint('deleteForumCategory', {
  method: 'DELETE',
  path: '/forum/categories/{id}',
  access: 'admin',
  summary: 'Delete a forum category. `move_to` names the one that receives its topics.',
  refuses: ['not_found', 'not_empty'],
  shape: {
    params: idParams,
    query: z.object({
      move_to: id.optional(),
    }),
    answer: message,
  },
});
