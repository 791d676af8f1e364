import { z } from 'zod';
import * as limits from '../limits.ts';
import { because } from './because.ts';
import { dated, id } from './fields.ts';
import { author } from './members.ts';

export const forumPostVersion = z.object({
  version: z.number().int(),
  body: z.string(),
  /** Who changed it afterwards; null where they are not there for the viewer. */
  edited_by: author.nullable(),
  written_at: dated,
});
export type ForumPostVersion = z.infer<typeof forumPostVersion>;

/** Erases every earlier version of the post, including the one that this edit replaces. */
export const removeVersions = z.boolean(because('settingNotYesOrNo', { field: 'earlierVersions' })).optional();

export const forumPostVersionShapes = {
  listForumPostVersions: {
    params: z.object({ id, postId: id }),
    answer: z.object({ data: z.array(forumPostVersion).max(limits.forumVersions) }),
  },
};
