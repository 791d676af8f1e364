import type { Context } from '../../context.ts';
import { batch } from '../../db/batch.ts';
import { type NewestPosts, newestPostsOf } from './newest-posts.ts';
import { type FeedWindow, readFeed, type ViewerRelation } from './queries.ts';

/**
 * What the database answered at one snapshot: as long as its snapshot is the same, it would answer the same again. That is true of the
 * primary, whichever node writes. A standby's snapshot leaves out what is being written: none may be asked.
 */
interface Known {
  snapshot: string;
  newest: Map<FeedWindow, NewestPosts>;
  /** By viewer. */
  relations: Map<string, ViewerRelation>;
  /** When it is read again in any case, in milliseconds of the clock: a plan may end without a write. */
  until: number;
}

const knownFor = 1_000;

export interface NewestForViewer {
  newest: NewestPosts;
  relation: ViewerRelation;
}

export type ReadNewest = (asked: { viewerId: string; window: FeedWindow }) => Promise<NewestForViewer>;

/**
 * Reads the newest posts and the viewer's relations to others: from the database on every call, in one query for all who ask in a turn of
 * the event loop. The query names the snapshot that is known here, and reads nothing where that is the newest.
 */
export function newestReader(context: Context): ReadNewest {
  const newestFrom = { 24: newestPostsOf(context, 24), 120: newestPostsOf(context, 120) };
  let known: Known | undefined;

  return batch(async (askers) => {
    const begun = Date.now();
    const window = askers.some((one) => one.window === 120) ? 120 : 24;
    // Another answer may replace `known` meanwhile: this one belongs to the snapshot that was sent with it.
    const usable = known !== undefined && known.until > begun ? known : undefined;
    const answer = await readFeed(context.db, window, {
      snapshot: usable?.snapshot ?? '',
      wantsNewest: !usable?.newest.has(window),
      viewerIds: askers.map(({ viewerId }) => viewerId),
      areKnown: askers.map(({ viewerId }) => usable?.relations.has(viewerId) ?? false),
    });
    const { snapshot, posts, total, relations } = answer;
    const now: Known =
      usable?.snapshot === snapshot ? usable : { snapshot, newest: new Map(), relations: new Map(), until: begun + knownFor };
    if (posts !== null) {
      now.newest.set(window, newestFrom[window](posts, total ?? 0));
      // The first posts of the wider window are those of the narrower.
      if (window === 120) now.newest.set(24, newestFrom[24](posts.split('\n', 24).join('\n'), total ?? 0));
    }
    for (const { n, ...relation } of relations ?? []) now.relations.set(askers[n - 1]!.viewerId, relation);
    known = now;
    return askers.map((one) => ({ newest: now.newest.get(one.window)!, relation: now.relations.get(one.viewerId)! }));
  }, Infinity);
}
