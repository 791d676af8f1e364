import * as limits from '@mbari/contract/limits';
import type { ListMeta } from '@mbari/contract/shapes/fields';
import { isId } from '../ids.ts';
import { invalid } from '../refusal.ts';

/** What a list call was asked for. */
export interface Paging {
  page?: number | undefined;
  per_page: number;
  cursor?: string | undefined;
}

/** Where a list is to be read from. `take` is one more than is shown, which tells whether anything follows. */
export interface Slice {
  cursor: string | undefined;
  offset: number;
  take: number;
}

/** A cursor wins over a page. */
export const sliceOf = (paging: Paging): Slice => ({
  cursor: paging.cursor,
  offset: paging.cursor === undefined && !isBeyondNumbers(paging) ? positionOf(paging) : 0,
  take: paging.per_page + 1,
});

/** How many stand before a page. */
const positionOf = ({ page = 1, per_page }: Paging): number => (page - 1) * per_page;

/** The database reads through all that stands before a numbered page. So numbers end somewhere; nothing is read on the way to one behind that. */
const isBeyondNumbers = (paging: Paging): boolean => paging.cursor === undefined && positionOf(paging) >= limits.numberedItems;

/**
 * `limit` must stand in the SQL as a literal, or the planner guesses a tenth of the table. Two sizes are enough:
 * rows beyond `take` are left out afterwards.
 */
export const literalLimit = (take: number): 21 | 51 => (take <= 21 ? 21 : 51);

/** The newest first id there can be: `id < endOfTime` is all of them. */
const endOfTime = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The id a list continues after. Cursors are opaque to clients; one that we never gave is refused. */
export function idAfter(cursor: string | undefined): string {
  if (cursor === undefined) return endOfTime;
  if (!isId(cursor)) throw badCursor();
  return cursor;
}

export const badCursor = (): Error => invalid({ cursor: ['badCursor'] });

/**
 * What has no id of its own, as a like or a follow, is listed by when, to the microsecond, and who: where a list goes on, read from a
 * cursor such as 20260131235959000001 and the id.
 */
export function positionInTime(cursor: string | undefined): { time: string; id: string } {
  if (cursor === undefined) return { time: 'infinity', id: endOfTime };
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{6})([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor);
  const [, year, month, day, hour, minute, second, fraction, id] = parts ?? [];
  const time = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}Z`;
  if (id === undefined || !isTime(time)) throw badCursor();
  return { time, id };
}

/** A time that there is in the database's calendar, too: it has no year 0, and 30 February is no second of March. */
function isTime(time: string): boolean {
  const parsed = new Date(time);
  return !Number.isNaN(parsed.getTime()) && parsed.getUTCFullYear() > 0 && parsed.toISOString().startsWith(time.slice(0, 19));
}

/** The rows that are shown, and what stands beside them. `last_page` is the last one that has a number; cursors lead on behind it. */
export function pageOf<Row>(rows: Row[], paging: Paging, total: number, cursorOf: (row: Row) => string): { shown: Row[]; meta: ListMeta } {
  const { page = 1, per_page } = paging;
  const isBeyond = isBeyondNumbers(paging);
  const shown = isBeyond ? [] : rows.slice(0, per_page);
  const last = shown.at(-1);
  return {
    shown,
    meta: {
      current_page: page,
      last_page: Math.max(1, Math.ceil(Math.min(total, limits.numberedItems) / per_page)),
      per_page,
      total,
      next_cursor: rows.length > per_page && last !== undefined ? cursorOf(last) : null,
    },
  };
}
