import { type WordList, wordListOf } from '@mbari/contract/word-list';
import type { Database } from '../db/database.ts';
import { type Polled, polled } from '../db/polled.ts';
import { findNewerFilters } from './queries.ts';

/** What is on the list, ready to be looked for. */
export interface KnownFilters {
  version: number;
  refused: WordList;
  pending: WordList;
  reported: WordList;
  newAccountDays: number;
  /** How many of a member's first contributions wait for an organiser. */
  reviewFirst: number;
  /** From how many new accounts on the same link waits; 0: from none. */
  sameLinkAccounts: number;
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
  const { version, entries, ...row } = await findNewerFilters(db, before?.version ?? 0);
  const numbers = { newAccountDays: row.new_account_days, reviewFirst: row.review_first, sameLinkAccounts: row.same_link_accounts };
  if (entries === null && before) return { ...before, ...numbers };
  const textsOf = (action: string): string[] => (entries ?? []).filter((entry) => entry.action === action).map(({ text }) => text);
  const listOf = (action: string): WordList => wordListOf(textsOf(action));
  return { version, ...numbers, refused: listOf('refuse'), pending: listOf('review'), reported: listOf('report') };
}
