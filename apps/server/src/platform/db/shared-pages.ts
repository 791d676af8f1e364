import { knownFor } from './at-snapshot.ts';
import { type CacheSize, nameCache } from './caches.ts';
import type { Statements } from './database.ts';
import { oneInFlight } from './one-in-flight.ts';
import { relationReader, type ReadRelations } from './read-relations.ts';

/** What everybody gets alike from whom nobody is hidden. */
export interface SharedPage {
  /** Of what stands on it, as far as it matters to viewers. `noIds` where nothing does. */
  ids: readonly string[];
  /** About how much memory it takes. */
  bytes: number;
}

export const noIds: readonly string[] = [];

interface Sharing<Asked, Page, Relation> {
  /** Nothing where it is not the same for everybody. */
  make: (asked: Asked) => Promise<Page | undefined>;
  readRelations: ReadRelations<Relation>;
}

interface KeptPage<Page> {
  snapshot: string;
  until: number;
  ready: Promise<Page | undefined>;
  bytes: number;
}

export type ReadShared<Asked, Page, Relation> = (viewerId: string, asked: Asked) => Promise<{ page: Page; relation: Relation } | undefined>;

/** Milliseconds after which somebody else is likely to read a page that was just read. */
const wantedFor = 10_000;
const keysAtMost = 2_000;
const pagesAtMost = 200;
const bytesAtMost = 64 * 1024 * 1024;

/**
 * Pages that many read at once, each made once for all. How the viewer stands to it and whether anything was written since is read from the
 * database on every request. Answers nothing to viewers from whom somebody is hidden, and for pages that nobody read a moment ago.
 */
export function sharePages<Asked extends object, Page extends SharedPage, Relation extends { hides: boolean }>(
  db: Statements,
  { make, readRelations }: Sharing<Asked, Page, Relation>,
): ReadShared<Asked, Page, Relation> {
  const readRelation = relationReader(db, readRelations);
  const kept = keepPages<Page>();
  nameCache(db, { name: 'shared_pages', most: { entries: pagesAtMost, bytes: bytesAtMost }, size: kept.size });
  const readAt = new Map<string, number>();

  /** Whoever comes while a page is being made may have seen a newer snapshot: the next is made for all of them. */
  const remake = oneInFlight(async (key, waiting: { asked: Asked; snapshot: string }[]) => {
    const { asked, snapshot } = waiting.at(-1)!;
    const before = await kept.get(key)?.ready;
    const until = Date.now() + knownFor;
    const ready = make(asked).then(
      (page) => page && { ...page, ids: before && before.ids.join() === page.ids.join() ? before.ids : page.ids },
      // It is read for the viewer alone instead, who is told what is wrong.
      () => undefined,
    );
    await kept.keep(key, { snapshot, until, ready, bytes: 0 });
    const page = await ready;
    return waiting.map(() => page);
  }, Infinity);

  return async (viewerId, asked) => {
    const key = JSON.stringify(asked);
    const now = Date.now();
    const isWanted = now - (readAt.get(key) ?? 0) < wantedFor;
    readAt.delete(key);
    readAt.set(key, now);
    if (readAt.size > keysAtMost) readAt.delete(readAt.keys().next().value!);
    if (!isWanted) return undefined;
    const before = kept.get(key);
    const known = await before?.ready;
    if (before && before.until > now && !known) return undefined;
    let ids = known?.ids ?? noIds;
    // Something may come or go in between.
    for (let tries = 0; tries < 3; tries += 1) {
      const { snapshot, relation } = await readRelation({ viewerId, ids });
      if (relation.hides) return undefined;
      const last = kept.get(key);
      const isFresh = last?.snapshot === snapshot && last.until > now;
      const page = await (isFresh ? last.ready : remake(key, { asked, snapshot }));
      if (!page) return undefined;
      if (page.ids === ids) return { page, relation };
      ({ ids } = page);
    }
    return undefined;
  };
}

/** Keeps those that were made last, so many and so large together. */
function keepPages<Page extends SharedPage>(): {
  get: (key: string) => KeptPage<Page> | undefined;
  keep: (key: string, page: KeptPage<Page>) => Promise<void>;
  size: () => CacheSize;
} {
  const pages = new Map<string, KeptPage<Page>>();
  let bytes = 0;

  function drop(key: string): void {
    bytes -= pages.get(key)?.bytes ?? 0;
    pages.delete(key);
  }

  return {
    size: () => ({ entries: pages.size, bytes }),
    get: (key) => pages.get(key),
    async keep(key, page) {
      drop(key);
      pages.set(key, page);
      const made = await page.ready;
      // Dropped meanwhile.
      if (pages.get(key) !== page) return;
      page.bytes = made?.bytes ?? 0;
      bytes += page.bytes;
      while (pages.size > pagesAtMost || (bytes > bytesAtMost && pages.size > 1)) drop(pages.keys().next().value!);
    },
  };
}
