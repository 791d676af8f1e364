import { type WordList, wordListOf } from '@mbari/contract/word-list';
import type { Database } from '../../db/database.ts';
import { type Polled, polled } from '../../db/polled.ts';
import { findNewerFilters } from './queries.ts';

/** What is on the list, ready to be looked for. */
export interface KnownFilters {
  version: number;
  refused: WordList;
  reported: WordList;
  newAccountDays: number;
}

/** Milliseconds for which what was read is used. */
const keptFor = 500;

const sources = new WeakMap<Database, Polled<KnownFilters>>();

/** One row is read at most twice a second, for all who write, and its entries only where they have changed. */
export const knownFilters = (db: Database): Promise<KnownFilters> => sourceOf(db).read();

/** After a change on this node. */
export const forgetFilters = (db: Database): void => sourceOf(db).forget();

function sourceOf(db: Database): Polled<KnownFilters> {
  const known = sources.get(db);
  if (known) return known;
  let before: KnownFilters | undefined;
  const source = polled(async () => (before = await readNewer(db, before)), keptFor);
  sources.set(db, source);
  return source;
}

async function readNewer(db: Database, before: KnownFilters | undefined): Promise<KnownFilters> {
  const { version, entries, new_account_days: newAccountDays } = await findNewerFilters(db, before?.version ?? 0);
  if (entries === null && before) return { ...before, newAccountDays };
  const textsOf = (action: string): string[] => (entries ?? []).filter((entry) => entry.action === action).map(({ text }) => text);
  return { version, newAccountDays, refused: wordListOf(textsOf('refuse')), reported: wordListOf(textsOf('report')) };
}
