import type { MovedTo } from '@mbari/contract/forum/posts';
import type { ListMeta } from '@mbari/contract/platform/fields';
import type { Context } from '../../platform/context.ts';
import { badCursor, literalLimit, type Paging } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { findNewPlace, missingTopicError } from '../moderation/redirect-moved-posts.ts';
import { type ForumPostRow, findTopicOfPosts, listNumbersBefore, listPostRows, type TopicOfPosts } from './queries.ts';

export interface PostsQuery extends Paging {
  around?: number | undefined;
}

export interface PostsPage {
  topic: TopicOfPosts;
  rows: ForumPostRow[];
  meta: PostsMeta;
}

export type PostsMeta = ListMeta & { previous_cursor: string | null; moved_to: MovedTo | null };

/** Reads posts by number: from the opening, around a number, or from a cursor in either direction. */
export async function findPostsPage(context: Context, viewer: Viewer, topicId: string, query: PostsQuery): Promise<PostsPage> {
  const cursor = parseCursor(query.cursor);
  const topic = isId(topicId) ? await findTopicOfPosts(context.db, viewer.id, topicId) : undefined;
  if (!topic) throw await missingTopicError(context, viewer, topicId, query.around);
  const { rows, hasMore } = await readWindow(context, viewer, topicId, query, cursor);
  const [first, last] = [rows[0], rows.at(-1)];
  const isMissing = query.around !== undefined && cursor === null && first?.number !== query.around;
  return {
    topic,
    rows,
    meta: {
      current_page: query.page ?? 1,
      // Pages are ranges of post numbers, so deleting a post moves no other post to another page.
      last_page: Math.max(1, Math.ceil(topic.last_number / query.per_page)),
      per_page: query.per_page,
      total: topic.posts_count,
      next_cursor: last !== undefined && hasMore ? `a${last.number}` : null,
      previous_cursor: first !== undefined && first.number > 1 ? `b${first.number}` : null,
      moved_to: isMissing ? await findNewPlace(context, viewer, topicId, query.around ?? 1) : null,
    },
  };
}

const highestNumber = 2_147_483_647;

type Position = { after: number } | { before: number };

interface Window {
  rows: ForumPostRow[];
  hasMore: boolean;
}

async function readWindow(
  { db }: Context,
  viewer: Viewer,
  topicId: string,
  { page, per_page, around }: PostsQuery,
  cursor: Position | null,
): Promise<Window> {
  const limit = literalLimit(per_page + 1);
  const pageBefore = async (number: number): Promise<Window> => {
    const numbers = await listNumbersBefore(db, viewer.id, topicId, { before: number, limit });
    const candidates = await listPostRows(db, viewer.id, topicId, { after: numbers[per_page] ?? 0, limit });
    const rows = candidates.filter((row) => row.number < number).slice(0, per_page);
    return { rows, hasMore: candidates.length > rows.length };
  };
  const pageAfter = async (number: number): Promise<Window> => {
    const rows = await listPostRows(db, viewer.id, topicId, { after: number, limit });
    return { rows: rows.slice(0, per_page), hasMore: rows.length > per_page };
  };
  if (cursor !== null) return 'after' in cursor ? pageAfter(cursor.after) : pageBefore(cursor.before);
  if (around !== undefined) {
    const pageFromAround = await pageAfter(around - 1);
    // Past the end, show the last page.
    return pageFromAround.rows.length > 0 ? pageFromAround : pageBefore(around);
  }
  if (page === undefined) return pageAfter(0);
  const { rows, hasMore } = await pageAfter(Math.min((page - 1) * per_page, highestNumber));
  const pageRows = rows.filter(({ number }) => number <= page * per_page);
  return { rows: pageRows, hasMore: hasMore || pageRows.length < rows.length };
}

function parseCursor(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null;
  const [, side, digits] = /^([ab])([0-9]{1,9})$/.exec(cursor) ?? [];
  if (digits === undefined) throw badCursor();
  return side === 'a' ? { after: Number(digits) } : { before: Number(digits) };
}
