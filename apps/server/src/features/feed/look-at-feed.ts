import type { Context } from '../../context.ts';
import { batch } from '../../db/batch.ts';
import { type NewestPosts, newestPostsOf } from './newest-posts.ts';
import { type FeedWindow, readFeed, type Standing } from './queries.ts';

/**
 * What the database said at one snapshot: as long as it names the same one, it would say the same again. Of the primary that is true,
 * with savepoints and whatever is written on other nodes; a standby names a snapshot without what is being written, so none may be asked.
 */
interface Known {
  snapshot: string;
  newest: Map<FeedWindow, NewestPosts>;
  /** By viewer. */
  standings: Map<string, Standing>;
  /** When it is asked anew all the same, in milliseconds of the clock: a plan may end without anybody writing so. */
  until: number;
}

const knownFor = 1_000;

export interface FeedAsSeen {
  newest: NewestPosts;
  standing: Standing;
}

export type LookAtFeed = (asked: { viewerId: string; window: FeedWindow }) => Promise<FeedAsSeen>;

/**
 * Asks for the newest posts and how a viewer stands to others: the database on every call, in one query for all who ask in a turn of the event
 * loop. It is told which snapshot is known here and says again only what came since.
 */
export function lookAtFeedOf(context: Context): LookAtFeed {
  const newestFrom = { 24: newestPostsOf(context, 24), 120: newestPostsOf(context, 120) };
  let known: Known | undefined;

  return batch(async (askers) => {
    const begun = Date.now();
    const window = askers.some((one) => one.window === 120) ? 120 : 24;
    // Other answers may come in meanwhile: this one goes with what was told to the database.
    const told = known !== undefined && known.until > begun ? known : undefined;
    const answer = await readFeed(context.db, window, {
      snapshot: told?.snapshot ?? '',
      wantsNewest: !told?.newest.has(window),
      viewerIds: askers.map(({ viewerId }) => viewerId),
      areKnown: askers.map(({ viewerId }) => told?.standings.has(viewerId) ?? false),
    });
    const { snapshot, lines, total, standings } = answer;
    const now: Known = told?.snapshot === snapshot ? told : { snapshot, newest: new Map(), standings: new Map(), until: begun + knownFor };
    if (lines !== null) {
      now.newest.set(window, newestFrom[window](lines, total ?? 0));
      // The first lines of the wider window are those of the narrower.
      if (window === 120) now.newest.set(24, newestFrom[24](lines.split('\n', 24).join('\n'), total ?? 0));
    }
    for (const { n, ...standing } of standings ?? []) now.standings.set(askers[n - 1]!.viewerId, standing);
    known = now;
    return askers.map((one) => ({ newest: now.newest.get(one.window)!, standing: now.standings.get(one.viewerId)! }));
  }, Infinity);
}
