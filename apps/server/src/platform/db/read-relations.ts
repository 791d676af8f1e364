import { rememberAtSnapshot } from './at-snapshot.ts';
import { batch } from './batch.ts';
import { nameCache } from './caches.ts';
import type { Statements } from './database.ts';

/** All who ask in one turn of the event loop. */
export interface RelationsAsked {
  /** The snapshot of what is known; '' where nothing is. */
  snapshot: string;
  viewerIds: readonly string[];
  /** For each viewer which of the pages they read, counted from 1. */
  pageOf: readonly number[];
  /** For each viewer, whether it is known how they stand to their page. */
  areKnown: readonly boolean[];
  /** What stands on the pages, and for each of these which page that is. */
  ids: readonly string[];
  pageOfId: readonly number[];
}

/** The pages as rows: `page` and its `ids`. `$5` and `$6` are the arrays `ids` and `pageOfId`. */
export const pagesAsked = 'select page, array_agg(id) as ids from unnest($5::uuid[], $6::int[]) as standing(id, page) group by page';

/** How viewers stand to pages; `n` counts them from 1. What is known may be left out while the snapshot is the same. */
export type ReadRelations<Relation> = (
  db: Statements,
  asked: RelationsAsked,
) => Promise<{ snapshot: string; relations: (Relation & { n: number })[] | null }>;

interface Asked {
  viewerId: string;
  /** Of what stands on the page. Pages are the same only where they share this list. */
  ids: readonly string[];
}

type ByPage<Relation> = { relations: WeakMap<readonly string[], Map<string, Relation>>; size: number };

/** How many are remembered. */
const relationsAtMost = 4_000;
const relationsKnownFor = 60_000;

/**
 * Reads how a viewer stands to a page: from the database on every call, in one query for all who ask in a turn of the event loop. The query names
 * the snapshot that is known here, and reads nothing where that is the newest.
 */
export function relationReader<Relation>(
  db: Statements,
  readRelations: ReadRelations<Relation>,
): (asked: Asked) => Promise<{ snapshot: string; relation: Relation }> {
  // None of them changes with time alone.
  const begin = rememberAtSnapshot<ByPage<Relation>>(() => ({ relations: new WeakMap(), size: 0 }), relationsKnownFor);
  nameCache(db, { name: 'page_relations', most: { entries: relationsAtMost }, size: () => ({ entries: begin().known?.size ?? 0 }) });

  return batch(async (askers) => {
    const read = begin();
    const before = askers.map(({ viewerId, ids }) => read.known?.relations.get(ids)?.get(viewerId));
    const pages = [...new Set(askers.map(({ ids }) => ids))];
    const indexOf = new Map(pages.map((page, index) => [page, index + 1]));
    const { snapshot, relations } = await readRelations(db, {
      snapshot: read.snapshot,
      viewerIds: askers.map(({ viewerId }) => viewerId),
      pageOf: askers.map(({ ids }) => indexOf.get(ids)!),
      areKnown: before.map((relation) => relation !== undefined),
      ids: pages.flat(),
      pageOfId: pages.flatMap((ids, index) => ids.map(() => index + 1)),
    });
    const facts = read.answeredAt(snapshot);
    const answers = before.map((relation) => ({ snapshot, relation }));
    for (const relation of relations ?? []) {
      answers[relation.n - 1]!.relation = relation;
      remember(facts, askers[relation.n - 1]!, relation);
    }
    return answers as { snapshot: string; relation: Relation }[];
  }, Infinity);
}

function remember<Relation>(facts: ByPage<Relation>, { viewerId, ids }: Asked, relation: Relation): void {
  if (facts.size >= relationsAtMost) return;
  let ofPage = facts.relations.get(ids);
  if (!ofPage) facts.relations.set(ids, (ofPage = new Map()));
  ofPage.set(viewerId, relation);
  facts.size += 1;
}
