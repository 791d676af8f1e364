import type { Context } from '../../platform/context.ts';
import { knownFor, rememberAtSnapshot } from '../../platform/db/at-snapshot.ts';
import { batch } from '../../platform/db/batch.ts';
import { nameCache } from '../../platform/db/caches.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { type NewestPosts, newestPostsOf } from './newest-posts.ts';
import { type FeedWindow, readFeed, type ViewerRelation } from './queries.ts';

interface Known {
  newest: Map<FeedWindow, { posts: NewestPosts; until: number }>;
  /** By viewer. */
  relations: Map<string, ViewerRelation>;
  /** How many members they name. */
  named: number;
}

/** How viewers stand to others does not change with time alone; how many are remembered, and for how long while nothing is written. */
const relationsAtMost = { viewers: 10_000, named: 200_000 };
const relationsKnownFor = 10_000;

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
  const begin = rememberAtSnapshot<Known>(() => ({ newest: new Map(), relations: new Map(), named: 0 }), relationsKnownFor);
  nameCache(context.db, {
    name: 'feed_relations',
    most: { entries: relationsAtMost.viewers },
    size: () => ({ entries: begin().known?.relations.size ?? 0 }),
  });

  /** Badges end with time. */
  const newestIn = (known: Known | undefined, window: FeedWindow): NewestPosts | undefined => {
    const newest = known?.newest.get(window);
    return newest && newest.until > Date.now() ? newest.posts : undefined;
  };

  function knownTo({ viewer, window }: Asked): NewestForViewer | undefined {
    const { snapshot, known } = begin();
    if (!known || snapshot !== viewer.snapshot) return undefined;
    const newest = newestIn(known, window);
    const relation = known.relations.get(viewer.id);
    return newest && relation && { snapshot, newest, relation };
  }

  const readTogether = batch(async (askers: Asked[]): Promise<NewestForViewer[]> => {
    const read = begin();
    const until = Date.now() + knownFor;
    const window = askers.some((one) => one.window === 120) ? 120 : 24;
    const found = askers.map(({ viewer }) => read.known?.relations.get(viewer.id));
    const answer = await readFeed(context.db, window, {
      snapshot: read.snapshot,
      wantsNewest: newestIn(read.known, window) === undefined,
      viewerIds: askers.map(({ viewer }) => viewer.id),
      areKnown: found.map((relation) => relation !== undefined),
    });
    const { snapshot, posts, total, relations } = answer;
    const now = read.answeredAt(snapshot);
    if (posts !== null) {
      now.newest.set(window, { posts: newestFrom[window](posts, total ?? 0), until });
      // The first posts of the wider window are those of the narrower.
      if (window === 120) now.newest.set(24, { posts: newestFrom[24](posts.split('\n', 24).join('\n'), total ?? 0), until });
    }
    for (const { n, ...relation } of relations ?? []) {
      found[n - 1] = relation;
      remember(now, askers[n - 1]!.viewer.id, relation);
    }
    return askers.map((one, index) => ({ snapshot, newest: now.newest.get(one.window)!.posts, relation: found[index]! }));
  }, Infinity);

  return (asked) => knownTo(asked) ?? readTogether(asked);
}

function remember(known: Known, viewerId: string, relation: ViewerRelation): void {
  const named = known.named + relation.reached.length;
  if (known.relations.size >= relationsAtMost.viewers || named > relationsAtMost.named) return;
  known.relations.set(viewerId, relation);
  known.named = named;
}
