import type { Author } from '@mbari/contract/people/members';
import type * as calls from '@mbari/contract/photos/feed';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { type Context, oncePerContext } from '../../platform/context.ts';
import { batchOn } from '../../platform/db/batch.ts';
import type { Statements } from '../../platform/db/database.ts';
import { noIds, pageCache, type SharedPage } from '../../platform/db/page-cache.ts';
import { idAfter, literalLimit, pageOf, type Paging, positionInTime, sliceOf } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import { invalid } from '../../platform/refusal.ts';
import { areListed } from '../posts/require-visible-photo.ts';
import { listsPerQuery } from './hydrate.ts';
import type { Candidates } from './list-posts.ts';
import {
  countFollowing,
  countHidden,
  type FeedPageQuery,
  type FeedState,
  type FeedWindow,
  findFollowing,
  type FollowingPage,
  listFeedIds,
  listFollowingIds,
  listMarkedRows,
  listNewPosters,
  listNewPostersFollowed,
  listTrendingIds,
  type Mark,
  readFeedStates,
  readNewest,
} from './queries.ts';

const countHiddenPosts = batchOn(countHidden, listsPerQuery);
const findTrendingIds = batchOn(listTrendingIds, listsPerQuery);
const findPageOf = {
  21: batchOn((db, pages: FeedPageQuery[]) => listFeedIds(db, 21, pages), listsPerQuery),
  51: batchOn((db, pages: FeedPageQuery[]) => listFeedIds(db, 51, pages), listsPerQuery),
};
const findFollowingOf = {
  21: batchOn((db, ids: string[]) => findFollowing(db, 21, ids), listsPerQuery),
  51: batchOn((db, ids: string[]) => findFollowing(db, 51, ids), listsPerQuery),
};
const findFeedIds = (db: Statements, viewerId: string, { limit, ...position }: Position): Promise<string[]> =>
  findPageOf[limit](db, { viewerId, ...position });

export const selectFeed = async (context: Context, viewer: Viewer, paging: Paging): Promise<Candidates> =>
  (await firstPage(context, viewer, paging)) ?? findFeedPage(context, viewer, paging);

async function findFeedPage(context: Context, viewer: Viewer, paging: Paging): Promise<Candidates> {
  const [{ page, state }, ids] = await Promise.all([
    readNewestFor(context, viewer, 24),
    findPage(context, viewer, paging, (db) => findFeedIds(db, viewer.id, positionOf(paging))),
  ]);
  const hidden = state.hides || viewer.sensitive_photos === 'hide' ? await countHiddenPosts(context.db, viewer.id) : 0;
  return candidatesOf(ids, paging, page.total + state.reached_total - hidden);
}

function candidatesOf(rows: string[], paging: Paging, total: number): Candidates {
  const { shown: ids, meta } = pageOf(rows, paging, total, (id) => id);
  return { ids, meta };
}

export async function selectFollowed(context: Context, viewer: Viewer, paging: Paging): Promise<Candidates> {
  if (viewer.follows_tags) return selectFollowedWithSubjects(context, viewer, paging);
  const position = positionOf(paging);
  const isFirst = paging.cursor === undefined && position.offset === 0 && viewer.sensitive_photos !== 'hide';
  const { ids, total } = await (isFirst ? findFirstPage() : findLaterPage());
  return candidatesOf(ids, paging, total);

  /** Searches the newest posts in a batch, and reads further back only if the page is not full. */
  async function findFirstPage(): Promise<FollowingIds> {
    const page = await findFollowingOf[position.limit](context.db, viewer.id);
    return page.isEnough ? page : { ids: await listFollowingIds(context.db, viewer.id, position), total: page.total };
  }

  async function findLaterPage(): Promise<FollowingIds> {
    const find = (db: Statements): Promise<string[]> => listFollowingIds(db, viewer.id, position);
    const [total, ids] = await Promise.all([countFollowing(context.db, viewer.id), findPage(context, viewer, paging, find)]);
    return { ids, total };
  }
}

/** Does not count posts in several sources, which would cost more than the page: `total` is the number found so far, and capped before the end. */
async function selectFollowedWithSubjects(context: Context, viewer: Viewer, paging: Paging): Promise<Candidates> {
  const position = positionOf(paging);
  const found = await findPage(context, viewer, paging, (db) => listFollowingIds(db, viewer.id, position, true));
  const { ids, meta } = candidatesOf(found, paging, position.offset + found.length);
  return { ids, meta: { ...meta, total_is_capped: paging.cursor !== undefined || found.length === position.limit } };
}

type FollowingIds = Pick<FollowingPage, 'ids' | 'total'>;

export async function selectTrending(context: Context, viewer: Viewer, limit: number): Promise<Candidates> {
  const ids = await findIds(context, viewer, (db) => findTrendingIds(db, viewer.id));
  return { ids: ids.slice(0, limit) };
}

type FindIds = (db: Statements) => Promise<string[]>;

/** Reads pages after a cursor from a replica. First pages must be current, and a stale replica would shift numbered pages. */
const findPage = (context: Context, viewer: Viewer, { cursor }: Paging, find: FindIds): Promise<string[]> =>
  cursor === undefined ? find(context.db) : findIds(context, viewer, find);

const findIds = (context: Context, viewer: Viewer, find: FindIds): Promise<string[]> =>
  context.replicas.find(viewer.id, { find, confirm: async (ids) => ((await areListed(context, viewer.id, ids)) ? ids : undefined) });

interface Position {
  before: string;
  offset: number;
  limit: 21 | 51;
}

function positionOf(paging: Paging): Position {
  const { cursor, offset, take } = sliceOf(paging);
  return { before: idAfter(cursor), offset, limit: literalLimit(take) };
}

type Query = z.output<typeof calls.listSavedPosts.shape.query>;

/** Lists the posts that the viewer saved or liked. */
export async function selectMarked({ db }: Context, viewer: Viewer, mark: Mark, query: Query): Promise<MarkedPage> {
  const { cursor, take } = sliceOf(query);
  const { per_page } = query;
  const rows = await listMarkedRows(db, viewer.id, mark, { after: positionInTime(cursor), limit: literalLimit(take) });
  const page = rows.slice(0, per_page);
  const meta = { per_page, next_cursor: rows.length > per_page ? (page.at(-1)?.cursor ?? null) : null };
  return { ids: page.map((row) => row.photo_id), meta };
}

interface MarkedPage extends Candidates {
  meta: { per_page: number; next_cursor: string | null };
}

const faces = 3;

/** Counts others' posts that are newer than `after`, with their newest authors. */
export async function countNewPosts(
  { db }: Context,
  viewer: Viewer,
  { after, feed }: { after: string; feed?: 'following' | undefined },
): Promise<{ count: number; members: Author[] }> {
  if (!isId(after)) throw invalid({ after: ['postNotInFeed'] });
  const posters = await (feed === 'following'
    ? listNewPostersFollowed(db, viewer.id, after, viewer.follows_tags)
    : listNewPosters(db, viewer.id, after));
  const distinct = new Map(posters.map((row) => [row.author_id, row]));
  return { count: posters.length, members: [...distinct.values()].slice(0, faces).map(viewAuthor) };
}

interface NewestPost {
  id: string;
  /** `p`: everybody. `f` and the author's id: the followers and the author. `m` and the author's id: the author. */
  audience: string;
}

interface Newest extends SharedPage {
  posts: NewestPost[];
  /** The audiences of posts that do not reach everybody. */
  restricted: ReadonlySet<string>;
  total: number;
  /** `posts` includes the oldest post. */
  isAll: boolean;
  /** Pages by number, size, total and the restricted audiences that include the viewer. Viewers' pages differ in nothing else. */
  pages: LRUCache<string, Candidates>;
}

interface NewestForViewer {
  page: Newest;
  state: FeedState;
}

const newestOf = oncePerContext(({ db }) =>
  pageCache(db, {
    makePage: async ({ window }: { window: FeedWindow }): Promise<Newest> => {
      const { posts: rows, total } = await readNewest(db, window);
      const posts = rows === '' ? [] : rows.split('\n').map(postFrom);
      const restricted = new Set(posts.map(({ audience }) => audience).filter((audience) => audience !== 'p'));
      const pages: Newest['pages'] = new LRUCache({ max: 100 });
      return { posts, restricted, total, isAll: posts.length < window, pages, ids: noIds, bytes: rows.length * 3 };
    },
    readStates: readFeedStates,
  }),
);

function postFrom(row: string): NewestPost {
  const [id, ownerId, reach] = row.split(' ') as [string, string, string];
  return { id, audience: reach === 'p' ? reach : `${reach}${ownerId}` };
}

async function readNewestFor(context: Context, viewer: Viewer, window: FeedWindow): Promise<NewestForViewer> {
  const newest = await newestOf(context)(viewer, { window });
  // Undefined means three failed attempts of `pageCache`.
  if (!newest) throw new Error('Reading the newest posts failed.');
  return newest;
}

/** Returns undefined beyond the cached posts, or if members or posts are hidden from the viewer. */
async function firstPage(context: Context, viewer: Viewer, paging: Paging): Promise<Candidates | undefined> {
  const endIndex = (paging.page ?? 1) * paging.per_page + 1;
  if (paging.cursor !== undefined || endIndex > 120 || viewer.sensitive_photos === 'hide') return undefined;
  const windows: FeedWindow[] = endIndex <= 24 ? [24, 120] : [120];
  for (const window of windows) {
    const { page: newest, state } = await readNewestFor(context, viewer, window);
    if (state.hides) return undefined;
    const candidates = pageFrom(newest, audiencesOf(viewer, state), state.reached_total, paging);
    if (candidates) return candidates;
  }
  return undefined;
}

const audiencesOf = ({ id }: Viewer, { reached }: FeedState): string[] => [`m${id}`, ...reached.map((memberId) => `f${memberId}`)];

function pageFrom(
  newest: Newest,
  audiences: readonly string[],
  reachedTotal: number,
  { page = 1, per_page }: Paging,
): Candidates | undefined {
  const total = newest.total + reachedTotal;
  const restricted = audiences.filter((audience) => newest.restricted.has(audience));
  const pageKey = `${page} ${per_page} ${total} ${restricted.join()}`;
  const cached = newest.pages.get(pageKey);
  if (cached) return cached;
  const listedIds = newest.posts.filter(({ audience }) => audience === 'p' || restricted.includes(audience)).map(({ id }) => id);
  const hasMore = listedIds.length > page * per_page;
  if (!hasMore && !newest.isAll) return undefined;
  const ids = listedIds.slice((page - 1) * per_page, page * per_page);
  const last_page = Math.max(1, Math.ceil(total / per_page));
  const meta = { current_page: page, last_page, per_page, total, next_cursor: hasMore ? (ids.at(-1) ?? null) : null };
  const candidates = { ids, meta, key: ids.join() };
  newest.pages.set(pageKey, candidates);
  return candidates;
}
