import * as limits from '@mbari/contract/limits';
import type { tagShapes } from '@mbari/contract/shapes/tags';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { notFound } from '../../refusal.ts';
import { findTag, findTagKey } from './queries.ts';

type Answer = z.output<typeof tagShapes.readTag.answer>['data'];

/** A tag as the viewer finds it. One that only hidden posts have is refused like one that nobody ever used. */
export async function readTag({ db }: Context, viewer: Viewer, written: string): Promise<Answer> {
  const key = await findTagKey(db, written);
  const { tag, photos_count, topics_count } =
    key === null ? { tag: null, photos_count: 0, topics_count: 0 } : await findTag(db, viewer.id, key);
  if (tag === null) throw notFound('tagNotFound');
  return {
    tag,
    photos_count: Math.min(photos_count, limits.foundPhotos),
    photos_count_is_capped: photos_count > limits.foundPhotos,
    topics_count: Math.min(topics_count, limits.foundTopics),
    topics_count_is_capped: topics_count > limits.foundTopics,
  };
}
