import * as limits from '@mbari/contract/platform/limits';
import type * as calls from '@mbari/contract/platform/tags';
import { completeTag, readTag as readTagCall } from '@mbari/contract/platform/tags';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { route } from '../http/route.ts';
import type { Viewer } from '../http/viewer.ts';
import { notFound } from '../refusal.ts';
import { findTag, findTagKey, listTagsBeginning } from './queries.ts';

export const tagRoutes = [
  route(completeTag, async ({ context, member, query }) => ({ data: await listTagsBeginning(context.db, member.id, query.prefix) })),
  route(readTagCall, async ({ context, member, params }) => ({ data: await readTag(context, member, params.tag) })),
];

type Answer = z.output<typeof calls.readTag.shape.answer>['data'];

/** Refuses a tag that is used only in hidden posts like an unknown tag. */
export async function readTag(context: Context, viewer: Viewer, name: string): Promise<Answer> {
  const tag = await findTagByName(context, viewer, name);
  if (tag === null) throw notFound('tagNotFound');
  return tag;
}

export async function findTagByName({ db }: Context, viewer: Viewer, name: string): Promise<Answer | null> {
  const key = await findTagKey(db, name);
  if (key === null) return null;
  const { tag, photos_count, topics_count, is_following } = await findTag(db, viewer.id, key);
  if (tag === null) return null;
  return {
    tag,
    photos_count: Math.min(photos_count, limits.photoCount),
    photos_count_is_capped: photos_count > limits.photoCount,
    topics_count: Math.min(topics_count, limits.topicCount),
    topics_count_is_capped: topics_count > limits.topicCount,
    is_following,
  };
}
