import type * as calls from '@mbari/contract/platform/filters';
import type { Filters } from '@mbari/contract/platform/filters';
import { keyOfEntry, type WordList, wordListOf } from '@mbari/contract/platform/word-list';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { Viewer } from '../http/viewer.ts';
import { recordModeration } from '../moderation/record-moderation.ts';
import { type FieldErrors, invalid, Refusal } from '../refusal.ts';
import { type FiltersRow, findFilters, findNewerFilters, setFilters } from './queries.ts';

type Given = z.output<typeof calls.changeFilters.shape.body>;

export const readFilters = async ({ db }: Context): Promise<Filters> => viewFilters(await findFilters(db));

/** Replaces all filters. Throws `conflict` with the stored filters if the version is outdated. */
export async function changeFilters({ db, limits }: Context, viewer: Viewer, input: Given): Promise<Filters> {
  await limits.spend('settings by member', viewer.id);
  requireDistinct(input.entries);
  const filters = await db.transaction(async (tx) => {
    const row = await setFilters(tx, input);
    if (!row) throw new Refusal('conflict', 'siteChangedMeanwhile', { data: viewFilters(await findFilters(tx)) });
    await recordModeration(tx, viewer, 'change_filters', {});
    return row;
  });
  forgetFilters(db);
  return viewFilters(filters);
}

function requireDistinct(entries: Given['entries']): void {
  const errors: FieldErrors = {};
  const keys = new Set<string>();
  for (const [index, { text }] of entries.entries()) {
    const key = keyOfEntry(text);
    if (key === null) errors[`entries.${index}.text`] = ['filterNotWords'];
    else if (keys.has(key)) errors[`entries.${index}.text`] = ['sentTwice'];
    else keys.add(key);
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

const viewFilters = (row: FiltersRow): Filters => ({ ...row, changed_at: row.changed_at.toISOString() });

interface CachedFilters {
  version: number;
  refused: WordList;
  pending: WordList;
  reported: WordList;
  newAccountDays: number;
  reviewFirst: number;
  /** Number of new accounts that must write a link before it needs approval; 0 for never. */
  sameLinkAccounts: number;
}

/** Filters of each database; only tests have several. Reads one row at most twice a second, and the entries only after a change. */
const cache = new LRUCache<Database, CachedFilters>({
  max: 10,
  ttl: 500,
  noDeleteOnStaleGet: true,
  ignoreFetchAbort: true,
  fetchMethod: readNewer,
});

export const cachedFilters = async (db: Database): Promise<CachedFilters> => (await cache.fetch(db))!;

/** Clears the cache after a change on this node. */
export const forgetFilters = (db: Database): boolean => cache.delete(db);

async function readNewer(db: Database, before: CachedFilters | undefined): Promise<CachedFilters> {
  const { version, entries, ...row } = await findNewerFilters(db, before?.version ?? 0);
  const numbers = { newAccountDays: row.new_account_days, reviewFirst: row.review_first, sameLinkAccounts: row.same_link_accounts };
  if (entries === null && before) return { ...before, ...numbers };
  const textsOf = (action: string): string[] => (entries ?? []).filter((entry) => entry.action === action).map(({ text }) => text);
  const listOf = (action: string): WordList => wordListOf(textsOf(action));
  return { version, ...numbers, refused: listOf('refuse'), pending: listOf('review'), reported: listOf('report') };
}
