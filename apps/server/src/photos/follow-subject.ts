import type * as calls from '@mbari/contract/photos/followed-subjects';
import * as limits from '@mbari/contract/platform/limits';
import type { z } from 'zod';
import type { Context } from '../platform/context.ts';
import { unauthenticated, type Viewer } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import { because, notFound, Refusal } from '../platform/refusal.ts';
import { lockWriter } from '../platform/screening/queries.ts';
import { readTag } from '../platform/tags/routes.ts';
import {
  addFollowedCategory,
  addFollowedTag,
  listFollowedCategories,
  listFollowedTags,
  removeFollowedCategory,
  removeFollowedTag,
} from './followed-subject-queries.ts';

/** Follows a tag that the viewer can see. Nobody is notified. Stores the spelling that the viewer sees. */
export async function followTag(context: Context, viewer: Viewer, name: string): Promise<void> {
  await context.limits.spend('follow by member', viewer.id);
  const { tag } = await readTag(context, viewer, name);
  const isFollowing = await context.db.transaction(async (tx) => {
    // The account was closed or suspended after the session lookup.
    if (!(await lockWriter(tx, viewer.id))) throw unauthenticated();
    return addFollowedTag(tx, viewer.id, tag);
  });
  if (!isFollowing) throw new Refusal('conflict', because('tooManyFollowedTags', { most: limits.followedTags }));
}

/** Unfollows a tag. Succeeds for unknown tags too. */
export async function unfollowTag(context: Context, viewer: Viewer, name: string): Promise<void> {
  await context.limits.spend('follow by member', viewer.id);
  await removeFollowedTag(context.db, viewer.id, name);
}

export async function followCategory(context: Context, viewer: Viewer, id: string): Promise<void> {
  await context.limits.spend('follow by member', viewer.id);
  if (!isId(id) || !(await addFollowedCategory(context.db, viewer.id, id))) throw notFound('forumCategoryNotFound');
}

/** Unfollows a category. Succeeds for unknown categories too. */
export async function unfollowCategory(context: Context, viewer: Viewer, id: string): Promise<void> {
  await context.limits.spend('follow by member', viewer.id);
  if (isId(id)) await removeFollowedCategory(context.db, viewer.id, id);
}

export async function listFollowedSubjects(
  { db }: Context,
  viewer: Viewer,
): Promise<z.input<typeof calls.listFollowedSubjects.shape.answer>['data']> {
  const [tags, categories] = await Promise.all([listFollowedTags(db, viewer.id), listFollowedCategories(db, viewer.id)]);
  return { tags, categories };
}
