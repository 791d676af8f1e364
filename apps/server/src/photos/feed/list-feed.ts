import type { Context } from '../../platform/context.ts';
import { batchOn } from '../../platform/db/batch.ts';
import type { Statements } from '../../platform/db/database.ts';
import { idAfter, literalLimit, pageOf, type Paging, sliceOf } from '../../platform/http/lists.ts';
import type { ReadyJson } from '../../platform/http/ready-json.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { areListed } from '../posts/are-listed.ts';
import { countFollowing, findFollowing, type FollowingFound, listFollowingIds } from './following-queries.ts';
import { listReady } from './list-ready.ts';
import { type AskedPage, countHidden, listFeedIds, listTrendingIds } from './queries.ts';
import type { NewestForViewer, ReadNewest } from './read-newest.ts';

/** How many lists are found at once: enough that a query is not a list's own, few enough that none waits long. */
const listsTogether = 20;

const hiddenPosts = batchOn(countHidden, listsTogether);
const findTrendingIds = batchOn(listTrendingIds, listsTogether);
const findPageOf = {
  21: batchOn((db, pages: AskedPage[]) => listFeedIds(db, 21, pages), listsTogether),
  51: batchOn((db, pages: AskedPage[]) => listFeedIds(db, 51, pages), listsTogether),
};
const findFollowingOf = {
  21: batchOn((db, ids: string[]) => findFollowing(db, 21, ids), listsTogether),
  51: batchOn((db, ids: string[]) => findFollowing(db, 51, ids), listsTogether),
};
const findFeedIds = (db: Statements, viewerId: string, { limit, ...position }: Position): Promise<string[]> =>
  findPageOf[limit](db, { viewerId, ...position });

/** Posts the viewer may see, newest first, read straight from the database. */
export async function listFeed(context: Context, readNewest: ReadNewest, viewer: Viewer, paging: Paging): Promise<ReadyJson> {
  const { db } = context;
  const [seen, ids] = await Promise.all([
    readNewest({ viewer, window: 24 }),
    findPage(context, viewer, paging, (at) => findFeedIds(at, viewer.id, positionOf(paging))),
  ]);
  const { shown, meta } = pageOf(ids, paging, await totalOf(seen), (id) => id);
  return listReady(context, viewer, shown, meta);

  async function totalOf({ newest, relation }: NewestForViewer): Promise<number> {
    const total = newest.publicTotal + relation.reached_total;
    return relation.hides ? total - (await hiddenPosts(db, viewer.id)) : total;
  }
}

/** … of those they follow. */
export async function listFollowing(context: Context, viewer: Viewer, paging: Paging): Promise<ReadyJson> {
  const position = positionOf(paging);
  const isFirst = paging.cursor === undefined && position.offset === 0;
  const { ids, total } = await (isFirst ? findFirst() : findBehind());
  const { shown, meta } = pageOf(ids, paging, total, (id) => id);
  return listReady(context, viewer, shown, meta);

  /** Among the newest posts of all, with all who ask in a turn; where the page does not get full, further back for the viewer alone. */
  async function findFirst(): Promise<Followed> {
    const found = await findFollowingOf[position.limit](context.db, viewer.id);
    return found.isEnough ? found : { ids: await listFollowingIds(context.db, viewer.id, position), total: found.total };
  }

  async function findBehind(): Promise<Followed> {
    const find = (at: Statements): Promise<string[]> => listFollowingIds(at, viewer.id, position);
    const [total, ids] = await Promise.all([countFollowing(context.db, viewer.id), findPage(context, viewer, paging, find)]);
    return { ids, total };
  }
}

type Followed = Pick<FollowingFound, 'ids' | 'total'>;

/** The posts of the last days that are talked about most, hottest first. The client may show them in another order. */
export async function listTrendingPosts(context: Context, viewer: Viewer, limit: number): Promise<ReadyJson> {
  const ids = await findIds(context, viewer, (at) => findTrendingIds(at, viewer.id));
  return listReady(context, viewer, ids.slice(0, limit));
}

type FindIds = (at: Statements) => Promise<string[]>;

/**
 * What stands behind a post that was shown is old, and found on a replica, too. Not the first page, which everybody wants to be new, nor one by its
 * number: where a replica misses the newest post, all others would have moved up by one.
 */
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
