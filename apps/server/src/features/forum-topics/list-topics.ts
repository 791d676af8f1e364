import * as limits from '@mbari/contract/limits';
import type { ListMeta } from '@mbari/contract/shapes/fields';
import type { ListedTopic } from '@mbari/contract/shapes/forum-topics';
import type { Context } from '../../context.ts';
import { badCursor, idAfter, literalLimit, pageOf, type Paging, sliceOf } from '../../http/lists.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { findShownImages } from '../forum-images/show-images.ts';
import {
  countFollowedTopics,
  countTopics,
  findCategory,
  type FollowedFilter,
  type FoundTopic,
  listFollowedTopicIds,
  listPinnedTopicIds,
  listTopicIds,
  listTopicRows,
  type TopicPosition,
  type TopicSort,
} from './queries.ts';
import { viewListedTopic } from './views.ts';

interface Asked extends Paging {
  category?: string | undefined;
  sort: TopicSort;
  filter?: FollowedFilter | 'mine' | 'unanswered' | undefined;
}

/** Topics of one category or of all. */
export async function listTopics(
  context: Context,
  viewer: Viewer,
  { category, sort, filter, ...paging }: Asked,
): Promise<{ data: ListedTopic[]; meta: ListMeta & { total_is_capped: boolean } }> {
  const { db } = context;
  const { cursor, offset, take } = sliceOf(paging);
  const slice = { sort, after: positionOf(sort, cursor), offset, limit: literalLimit(take) };
  // They stand on the first page, and on no other.
  const isPlain = sort === 'latest' && filter === undefined;
  const categoryId = category === undefined ? null : ((await findCategory(db, category))?.id ?? noCategory);
  const pinned = isPlain ? await listPinnedTopicIds(db, viewer.id, categoryId) : [];
  const [found, total] =
    filter === 'following' || filter === 'unread'
      ? await Promise.all([
          listFollowedTopicIds(db, viewer.id, categoryId, { ...slice, filter }),
          countFollowedTopics(db, viewer.id, categoryId, filter),
        ])
      : await Promise.all([
          listTopicIds(db, viewer.id, categoryId, { ...slice, filter: filter ?? 'all', pinned: pinned.map(({ id }) => id) }),
          countTopics(db, viewer.id, categoryId, filter ?? 'all'),
        ]);
  const { shown, meta } = pageOf(found, paging, total, (topic) => cursorOf(sort, topic));
  const isFirstPage = cursor === undefined && offset === 0;
  return {
    data: await presentTopics(context, viewer, isFirstPage ? [...pinned, ...shown] : shown),
    meta: { ...meta, total_is_capped: total >= limits.foundTopics },
  };
}

/** Of a category that there is not there are no topics. */
const noCategory = '00000000-0000-0000-0000-000000000000';

/** Topics as they stand in a list, in its order. */
export async function presentTopics(context: Context, viewer: Viewer, found: readonly FoundTopic[]): Promise<ListedTopic[]> {
  if (found.length === 0) return [];
  const rows = await listTopicRows(
    context.db,
    viewer.id,
    found.map(({ id }) => id),
  );
  const photos = await findShownImages(
    context,
    viewer,
    rows.flatMap(({ photo_id }) => photo_id ?? []),
  );
  const byId = new Map(rows.map((row) => [row.id, viewListedTopic(row, photos)]));
  return found.flatMap(({ id }) => byId.get(id) ?? []);
}

const cursorOf = (sort: TopicSort, { id, latest_post_id, score }: FoundTopic): string =>
  sort === 'latest' ? latest_post_id : sort === 'new' ? id : `${score}_${id}`;

function positionOf(sort: TopicSort, cursor: string | undefined): TopicPosition {
  if (sort !== 'top' || cursor === undefined) return { id: idAfter(cursor), score: 1e9 };
  const [, score = '', id = ''] = /^([0-9]{1,9}(?:\.[0-9]{1,20})?)_(.*)$/.exec(cursor) ?? [];
  if (!isId(id)) throw badCursor();
  return { id, score: Number(score) };
}
