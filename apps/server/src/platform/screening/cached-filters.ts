import { type WordList, wordListOf } from '@mbari/contract/platform/word-list';
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import { findNewerFilters } from './queries.ts';

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
