import { type WordList, wordListOf } from '@mbari/contract/word-list';
import type { Database } from '../../db/database.ts';
import { findNewerFilters } from './queries.ts';

/** What is on the list, ready to be looked for. */
export interface KnownFilters {
  version: number;
  refused: WordList;
  reported: WordList;
  newAccountDays: number;
}

/** Milliseconds for which what was read is used. Nobody has to be told of a change, so nobody can miss it. */
const keptFor = 500;

interface Reading {
  filters: Promise<KnownFilters>;
  until: number;
}

const readings = new WeakMap<Database, Reading>();
const newest = new WeakMap<Database, KnownFilters>();

/** One row is read at most twice a second, for all who write, and its entries only where they have changed. */
export function knownFilters(db: Database): Promise<KnownFilters> {
  const now = performance.now();
  const last = readings.get(db);
  if (last && last.until > now) return last.filters;
  const mine: Reading = { filters: read(db), until: now + keptFor };
  readings.set(db, mine);
  mine.filters.catch(() => {
    if (readings.get(db) === mine) readings.delete(db);
  });
  return mine.filters;
}

/** After a change on this node. */
export const forgetFilters = (db: Database): boolean => readings.delete(db);

async function read(db: Database): Promise<KnownFilters> {
  const before = newest.get(db);
  const { version, entries, new_account_days: newAccountDays } = await findNewerFilters(db, before?.version ?? 0);
  const textsOf = (action: string): string[] => (entries ?? []).filter((entry) => entry.action === action).map(({ text }) => text);
  const filters =
    entries === null && before
      ? { ...before, newAccountDays }
      : { version, newAccountDays, refused: wordListOf(textsOf('refuse')), reported: wordListOf(textsOf('report')) };
  newest.set(db, filters);
  return filters;
}
