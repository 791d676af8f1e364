import type { Context } from '../../context.ts';
import { rememberAtSnapshot } from '../../db/at-snapshot.ts';
import { batch } from '../../db/batch.ts';
import type { Viewer } from '../../http/viewer.ts';
import { type NewestPosts, newestPostsOf } from './newest-posts.ts';
import { type FeedWindow, readFeed, type ViewerRelation } from './queries.ts';

interface Known {
  newest: Map<FeedWindow, NewestPosts>;
  /** By viewer. */
  relations: Map<string, ViewerRelation>;
}

export interface NewestForViewer {
  /** Which database was read. */
  snapshot: string;
  newest: NewestPosts;
  relation: ViewerRelation;
}

interface Asked {
  viewer: Pick<Viewer, 'id' | 'snapshot'>;
  window: FeedWindow;
}

export type ReadNewest = (asked: Asked) => Promise<NewestForViewer> | NewestForViewer;

/**
 * Reads the newest posts and the viewer's relations to others: from the database on every call, in one query for all who ask in a turn of
 * the event loop. The query names the snapshot that is known here, and reads nothing where that is the newest. Not even that is asked where
 * the viewer was found at that snapshot: it was the newest after the request had come.
 */
export function newestReader(context: Context): ReadNewest {
  const newestFrom = { 24: newestPostsOf(context, 24), 120: newestPostsOf(context, 120) };
  const begin = rememberAtSnapshot<Known>(() => ({ newest: new Map(), relations: new Map() }));

  function knownTo({ viewer, window }: Asked): NewestForViewer | undefined {
    const { snapshot, known } = begin();
    if (!known || snapshot !== viewer.snapshot) return undefined;
    const newest = known.newest.get(window);
    const relation = known.relations.get(viewer.id);
    return newest && relation && { snapshot, newest, relation };
  }

  const readTogether = batch(async (askers: Asked[]): Promise<NewestForViewer[]> => {
    const read = begin();
    const window = askers.some((one) => one.window === 120) ? 120 : 24;
    const answer = await readFeed(context.db, window, {
      snapshot: read.snapshot,
      wantsNewest: !read.known?.newest.has(window),
      viewerIds: askers.map(({ viewer }) => viewer.id),
      areKnown: askers.map(({ viewer }) => read.known?.relations.has(viewer.id) ?? false),
    });
    const { snapshot, posts, total, relations } = answer;
    const now = read.answeredAt(snapshot);
    if (posts !== null) {
      now.newest.set(window, newestFrom[window](posts, total ?? 0));
      // The first posts of the wider window are those of the narrower.
      if (window === 120) now.newest.set(24, newestFrom[24](posts.split('\n', 24).join('\n'), total ?? 0));
    }
    for (const { n, ...relation } of relations ?? []) now.relations.set(askers[n - 1]!.viewer.id, relation);
    return askers.map((one) => ({ snapshot, newest: now.newest.get(one.window)!, relation: now.relations.get(one.viewer.id)! }));
  }, Infinity);

  return (asked) => knownTo(asked) ?? readTogether(asked);
}
