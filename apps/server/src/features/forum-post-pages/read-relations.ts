import type { Context } from '../../context.ts';
import { batch } from '../../db/batch.ts';
import { type Relation, readRelations } from './queries.ts';

/** Milliseconds for which what the database answered at one snapshot may be used, if that is still the newest. */
export const knownFor = 1_000;

interface Asked {
  viewerId: string;
  /** Of the posts of the page that they read. Pages are the same only where they share this list. */
  postIds: readonly string[];
}

export type ReadRelation = (asked: Asked) => Promise<{ snapshot: string; relation: Relation }>;

interface Known {
  snapshot: string;
  until: number;
  /** By page, and by viewer. */
  relations: WeakMap<readonly string[], Map<string, Relation>>;
}

/**
 * Reads how a viewer stands to posts: from the database on every call, in one query for all who ask in a turn of the event loop. The query names
 * the snapshot that is known here, and reads nothing where that is the newest.
 */
export function relationReader({ db }: Context): ReadRelation {
  let known: Known | undefined;

  return batch(async (askers) => {
    const begun = Date.now();
    // Another answer may replace `known` meanwhile: this one belongs to the snapshot that was sent with it.
    const usable = known !== undefined && known.until > begun ? known : undefined;
    const pages = [...new Set(askers.map(({ postIds }) => postIds))];
    const indexOf = new Map(pages.map((page, index) => [page, index + 1]));
    const { snapshot, relations } = await readRelations(db, {
      snapshot: usable?.snapshot ?? '',
      viewerIds: askers.map(({ viewerId }) => viewerId),
      pageOf: askers.map(({ postIds }) => indexOf.get(postIds)!),
      areKnown: askers.map(({ viewerId, postIds }) => usable?.relations.get(postIds)?.has(viewerId) ?? false),
      pages,
    });
    const now: Known = usable?.snapshot === snapshot ? usable : { snapshot, until: begun + knownFor, relations: new WeakMap() };
    for (const { n, ...relation } of relations ?? []) {
      const { viewerId, postIds } = askers[n - 1]!;
      let ofPage = now.relations.get(postIds);
      if (!ofPage) now.relations.set(postIds, (ofPage = new Map()));
      ofPage.set(viewerId, relation);
    }
    known = now;
    return askers.map(({ viewerId, postIds }) => ({ snapshot, relation: now.relations.get(postIds)!.get(viewerId)! }));
  }, Infinity);
}
