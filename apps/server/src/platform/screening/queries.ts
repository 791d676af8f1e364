import type { Filters } from '@mbari/contract/platform/filters';
import type { Statements } from '../db/database.ts';

export interface FiltersRow {
  version: number;
  entries: Filters['entries'];
  new_account_days: number;
  review_first: number;
  same_link_accounts: number;
  changed_at: Date;
}

const columns = 'version, entries, new_account_days, review_first, same_link_accounts, changed_at';

export const findFilters = async (db: Statements): Promise<FiltersRow> =>
  (await db.row<FiltersRow & { [column: string]: unknown }>(`select ${columns} from filters`))!;

/** Returns the filters, without entries if the version is known. */
export const findNewerFilters = async (
  db: Statements,
  knownVersion: number,
): Promise<Omit<FiltersRow, 'entries' | 'changed_at'> & { entries: FiltersRow['entries'] | null }> =>
  (await db.row<Omit<FiltersRow, 'entries' | 'changed_at'> & { entries: FiltersRow['entries'] | null }>(
    'select version, new_account_days, review_first, same_link_accounts, case when version <> $1 then entries end as entries from filters',
    [knownVersion],
  ))!;

export const setFilters = (
  tx: Statements,
  { version, entries, new_account_days, review_first, same_link_accounts }: Omit<FiltersRow, 'changed_at'>,
): Promise<(FiltersRow & { [column: string]: unknown }) | undefined> =>
  tx.row(
    `update filters set entries = $2, new_account_days = $3, review_first = $4, same_link_accounts = $5, version = version + 1, changed_at = now()
      where version = $1 returning ${columns}`,
    [version, JSON.stringify(entries), new_account_days, review_first, same_link_accounts],
  );
