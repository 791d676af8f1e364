import { LRUCache } from 'lru-cache';
import type { Viewer } from '../http/viewer.ts';
import { batch } from './batch.ts';
import { boundedCache } from './caches.ts';
import type { Statements } from './database.ts';
import { freshFor, snapshotCache } from './snapshot-cache.ts';

/** A page that is the same for every viewer without blocks or mutes. */
export interface SharedPage {
  /** The items that the viewer state depends on; `noIds` if there are none. */
  ids: readonly string[];
  bytes: number;
}

export const noIds: readonly string[] = [];

export interface StatesAsked {
  snapshot: string;
  viewerIds: readonly string[];
  pageOf: readonly number[];
  /** True for each viewer whose state is cached for that snapshot. */
  areKnown: readonly boolean[];
  ids: readonly string[];
  pageOfId: readonly number[];
}

/** Query for the pages as rows `page, ids`. `$5` and `$6` are the arrays `ids` and `pageOfId`. */
export const pagesAsked = 'select page, array_agg(id) as ids from unnest($5::uuid[], $6::int[]) as standing(id, page) group by page';

/**
 * Reads the state of each viewer in `viewerIds`; `n` is the position in that list, from 1. If the database still has the snapshot of the
 * request, viewers whose state is cached (`areKnown`) may be left out.
 */
export type ReadStates<State> = (
  db: Statements,
  request: StatesAsked,
) => Promise<{ snapshot: string; states: (State & { n: number })[] | null }>;

interface Options<Query, Page, State> {
  /** Returns undefined to bypass the cache for all viewers for up to a second. Errors are not cached. */
  makePage: (query: Query) => Promise<Page | undefined>;
  readStates: ReadStates<State>;
  isPersonal?: (state: State) => boolean;
  /** Caches a page only from its second read within ten seconds. */
  skipsFirstRead?: boolean;
}

interface Asked {
  viewerId: string;
  key: string;
  ids: readonly string[];
}

/** Returns undefined if the caller must read the page without the cache. */
export type ReadPage<Query, Page, State> = (
  viewer: Pick<Viewer, 'id' | 'snapshot'>,
  query: Query,
) => Promise<{ page: Page; state: State } | undefined>;

const maxPages = { max: 200, maxSize: 64 * 1024 * 1024 };
const maxStates = { max: 10_000, maxSize: 16 * 1024 * 1024, ttl: 60_000 };

/** Caches shared pages and each viewer's state by snapshot (see `snapshot-cache.ts`). */
export function pageCache<Query extends object, Page extends SharedPage, State extends object>(
  db: Statements,
  { makePage, readStates, isPersonal = () => false, skipsFirstRead = false }: Options<Query, Page, State>,
): ReadPage<Query, Page, State> {
  const pages = boundedCache<string, { snapshot: string; page: Page | undefined }, { snapshot: string; query: Query }>(db, 'pages', {
    ...maxPages,
    sizeCalculation: ({ page }) => page?.bytes || 1,
    ttl: freshFor,
    noDeleteOnStaleGet: true,
    ignoreFetchAbort: true,
    async fetchMethod(_key, before, { context: { snapshot, query } }) {
      const page = await makePage(query);
      const ids = before?.page?.ids;
      return { snapshot, page: page && ids?.join() === page.ids.join() ? { ...page, ids } : page };
    },
  });
  const states = snapshotCache<{ ids: readonly string[]; state: State }>(db, 'viewer_states', {
    ...maxStates,
    sizeOf: ({ state }) => 200 + 100 * Object.values(state).flat().length,
  });
  const recentReads = new LRUCache<string, true>({ max: 2_000, ttl: 10_000 });

  /** Without ids, a viewer's state is the same for all pages. */
  const stateKey = ({ viewerId, key, ids }: Asked): string => (ids === noIds ? viewerId : `${viewerId} ${key}`);

  function cachedState(request: Asked, snapshot: string | undefined): State | undefined {
    const cached = states.get(stateKey(request), snapshot);
    return cached?.ids === request.ids ? cached.state : undefined;
  }

  const readState = batch(async (askers: Asked[]) => {
    const snapshot = states.newest();
    const cached = askers.map((asker) => cachedState(asker, snapshot));
    const idsOfPages = [...new Set(askers.map(({ ids }) => ids))];
    const numberOf = new Map(idsOfPages.map((ids, index) => [ids, index + 1]));
    const read = await readStates(db, {
      snapshot,
      viewerIds: askers.map(({ viewerId }) => viewerId),
      pageOf: askers.map(({ ids }) => numberOf.get(ids)!),
      areKnown: cached.map((state) => state !== undefined),
      ids: idsOfPages.flat(),
      pageOfId: idsOfPages.flatMap((ids, index) => ids.map(() => index + 1)),
    });
    for (const { n, ...rest } of read.states ?? []) {
      const state = rest as unknown as State;
      const asker = askers[n - 1]!;
      cached[n - 1] = state;
      states.set(stateKey(asker), read.snapshot, { ids: asker.ids, state });
    }
    return cached.map((state) => ({ snapshot: read.snapshot, state: state! }));
  }, Infinity);

  async function currentPage(key: string, snapshot: string, query: Query): Promise<Page | undefined> {
    const cached = pages.get(key);
    if (cached && (cached.snapshot === snapshot || !cached.page)) return cached.page;
    const context = { snapshot, query };
    // A fetch that is already running may have an older snapshot, so a second fetch follows.
    const fetched = await pages.fetch(key, { context });
    return fetched?.snapshot === snapshot ? fetched.page : (await pages.fetch(key, { context, forceRefresh: true }))?.page;
  }

  return async (viewer, query) => {
    const key = JSON.stringify(query);
    if (skipsFirstRead) {
      const isFirst = !recentReads.has(key);
      recentReads.set(key, true);
      if (isFirst) return undefined;
    }
    for (let tries = 0; tries < 3; tries += 1) {
      const request = { viewerId: viewer.id, key, ids: pages.peek(key, { allowStale: true })?.page?.ids ?? noIds };
      const cached = cachedState(request, viewer.snapshot);
      const { snapshot, state } = cached ? { snapshot: viewer.snapshot!, state: cached } : await readState(request);
      if (isPersonal(state)) return undefined;
      const page = await currentPage(key, snapshot, query);
      if (!page) return undefined;
      if (page.ids === request.ids) return { page, state };
    }
    return undefined;
  };
}
