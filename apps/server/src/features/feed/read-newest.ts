import type { Context } from '../../context.ts';
import { batch } from '../../db/batch.ts';
import { type NewestPosts, newestPostsOf } from './newest-posts.ts';
import { type FeedWindow, readFeed, type ViewerRelation } from './queries.ts';

/**
 * What the database said at one snapshot: as long as it names the same one, it would say the same again. Of the primary that is true,
 * with savepoints and whatever is written on other nodes; a standby names a snapshot without what is being written, so none may be asked.
 */
interface Known {
  snapshot: string;
  newest: Map<FeedWindow, NewestPosts>;
  /** By viewer. */
  relations: Map<string, ViewerRelation>;
  /** When it is asked anew all the same, in milliseconds of the clock: a plan may end without anybody writing so. */
  until: number;
}

const knownFor = 1_000;

export interface NewestForViewer {
  newest: NewestPosts;
  relation: ViewerRelation;
}

export type ReadNewest = (asked: { viewerId: string; window: FeedWindow }) => Promise<NewestForViewer>;

/**
 * Asks for the newest posts and how a viewer stands to others: the database on every call, in one query for all who ask in a turn of the event
 * loop. It is told which snapshot is known here and says again only what came since.
 */
export function newestReader(context: Context): ReadNewest {
  const newestFrom = { 24: newestPostsOf(context, 24), 120: newestPostsOf(context, 120) };
  let known: Known | undefined;

  return batch(async (askers) => {
    const begun = Date.now();
    const window = askers.some((one) => one.window === 120) ? 120 : 24;
    // Other answers may come in meanwhile: this one goes with what was told to the database.
    const usable = known !== undefined && known.until > begun ? known : undefined;
    const answer = await readFeed(context.db, window, {
      snapshot: usable?.snapshot ?? '',
      wantsNewest: !usable?.newest.has(window),
      viewerIds: askers.map(({ viewerId }) => viewerId),
      areKnown: askers.map(({ viewerId }) => usable?.relations.has(viewerId) ?? false),
    });
    const { snapshot, lines, total, relations } = answer;
    const now: Known =
      usable?.snapshot === snapshot ? usable : { snapshot, newest: new Map(), relations: new Map(), until: begun + knownFor };
    if (lines !== null) {
      now.newest.set(window, newestFrom[window](lines, total ?? 0));
      // The first lines of the wider window are those of the narrower.
      if (window === 120) now.newest.set(24, newestFrom[24](lines.split('\n', 24).join('\n'), total ?? 0));
    }
    for (const { n, ...relation } of relations ?? []) now.relations.set(askers[n - 1]!.viewerId, relation);
    known = now;
    return askers.map((one) => ({ newest: now.newest.get(one.window)!, relation: now.relations.get(one.viewerId)! }));
  }, Infinity);
}
