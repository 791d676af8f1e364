import type { ListMeta } from '@mbari/contract/platform/fields';
import * as limits from '@mbari/contract/platform/limits';
import { highestId, isId } from '../ids.ts';
import { invalid } from '../refusal.ts';

export interface Paging {
  page?: number | undefined;
  per_page: number;
  cursor?: string | undefined;
}

/** Part of a list to read. `take` is one more than the page size, to detect a next page. */
export interface Slice {
  cursor: string | undefined;
  offset: number;
  take: number;
}

export const sliceOf = (paging: Paging): Slice => ({
  cursor: paging.cursor,
  offset: paging.cursor === undefined && !isBeyondNumbers(paging) ? positionOf(paging) : 0,
  take: paging.per_page + 1,
});

const positionOf = ({ page = 1, per_page }: Paging): number => (page - 1) * per_page;

/** Pages by number end at `pagedItems`, because the database reads all items before a page. */
const isBeyondNumbers = (paging: Paging): boolean => paging.cursor === undefined && positionOf(paging) >= limits.pagedItems;

/** Returns a LIMIT for the SQL text, because the planner misjudges a parameter. Two sizes suffice; extra rows are cut off later. */
export const literalLimit = (take: number): 21 | 51 => (take <= 21 ? 21 : 51);

/** Returns the id after which a list continues. Throws `validation` for an invalid cursor. */
export function idAfter(cursor: string | undefined): string {
  if (cursor === undefined) return highestId;
  if (!isId(cursor)) throw badCursor();
  return cursor;
}

export const badCursor = (): Error => invalid({ cursor: ['badCursor'] });

/** Parses a cursor of a list without ids, such as likes or follows: time in microseconds and member, as in 20260131235959000001 and the id. */
export function positionInTime(cursor: string | undefined): { time: string; id: string } {
  if (cursor === undefined) return { time: 'infinity', id: highestId };
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{6})([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor);
  const [, year, month, day, hour, minute, second, fraction, id] = parts ?? [];
  const time = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}Z`;
  if (id === undefined || !isTime(time)) throw badCursor();
  return { time, id };
}

/** Checks the calendar: PostgreSQL has no year 0 and no 30 February. */
function isTime(time: string): boolean {
  const parsed = new Date(time);
  return !Number.isNaN(parsed.getTime()) && parsed.getUTCFullYear() > 0 && parsed.toISOString().startsWith(time.slice(0, 19));
}

/** Returns the rows of the page and its meta. `last_page` is the last numbered page; cursors continue after it. */
export function pageOf<Row>(rows: Row[], paging: Paging, total: number, cursorOf: (row: Row) => string): { shown: Row[]; meta: ListMeta } {
  const { page = 1, per_page } = paging;
  const isBeyond = isBeyondNumbers(paging);
  const items = isBeyond ? [] : rows.slice(0, per_page);
  const last = items.at(-1);
  return {
    shown: items,
    meta: {
      current_page: page,
      last_page: Math.max(1, Math.ceil(Math.min(total, limits.pagedItems) / per_page)),
      per_page,
      total,
      next_cursor: rows.length > per_page && last !== undefined ? cursorOf(last) : null,
    },
  };
}
