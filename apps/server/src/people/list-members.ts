import type { MemberCard, Suggestion } from '@mbari/contract/people/directory';
import type { ListMeta } from '@mbari/contract/platform/fields';
import * as limits from '@mbari/contract/platform/limits';
import type { Context } from '../platform/context.ts';
import type { Statements } from '../platform/db/database.ts';
import { badCursor, idAfter, literalLimit, pageOf, type Paging, sliceOf } from '../platform/http/lists.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { highestId, isId } from '../platform/ids.ts';
import { searchQueryOf } from '../platform/search-query.ts';
import {
  countMatchingMembers,
  countMembers,
  findListedMember,
  listMatchesOfFrequentWords,
  listMatchingMembers,
  listMemberRows,
  listNewestMembers,
  listSuggestionRows,
  listSuggestionRowsOf,
  type MemberPosition,
  type MemberRow,
} from './directory-queries.ts';
import { presentMemberCards } from './member-cards.ts';

interface MembersPage {
  shown: MemberRow[];
  meta: ListMeta & { total_is_capped: boolean };
}

/** Lists members, newest first, or search results, most popular first. */
export async function listMembers(
  context: Context,
  viewer: Viewer,
  { search = '', ...paging }: Paging & { search?: string | undefined },
): Promise<{ data: MemberCard[]; meta: MembersPage['meta'] }> {
  if (search !== '') await context.limits.spend('user search by member', viewer.id);
  const { shown, meta } = await (search === '' ? listNewest(context, viewer, paging) : findMembers(context, viewer, search, paging));
  return { data: await presentMemberCards(context, viewer, shown), meta };
}

/** Searches members; an exact username match is first on page one. */
export async function findMembers(context: Context, viewer: Viewer, search: string, paging: Paging): Promise<MembersPage> {
  const { cursor, offset } = sliceOf(paging);
  const isFirstPage = cursor === undefined && offset === 0;
  const after = parseCursor(cursor);
  const { exactMatchId, rows, total } = await findConfirmedRows(context, viewer, (db) =>
    readMatches(db, viewer, { search, isFirstPage, after }, paging),
  );
  // The cursor after the exact match is the start of the list by popularity.
  return pageOfMembers(rows, paging, total, (row) =>
    row.author_id === exactMatchId ? cursorOf(firstPosition) : cursorOf(positionOf(row)),
  );
}

/** Members the viewer may want to follow, with reasons, best first. */
export async function suggestMembers(context: Context, viewer: Viewer, limit: number = limits.suggestions): Promise<Suggestion[]> {
  await context.limits.spend('suggestions by member', viewer.id);
  const rows = await context.replicas.find(viewer.id, {
    find: (db) => listSuggestionRows(db, viewer.id),
    async confirm(candidates) {
      const ids = candidates.map(({ author_id: id }) => id);
      const confirmed = await listSuggestionRowsOf(context.db, viewer.id, ids);
      return confirmed.length === ids.length ? confirmed : undefined;
    },
  });
  const cards = await presentMemberCards(context, viewer, rows.slice(0, limit));
  return cards.map((card, index) => {
    const { shared_interests, followed_by, followed_by_count } = rows[index]!;
    return { ...card, shared_interests, followed_by, followed_by_count };
  });
}

interface MembersSlice {
  rows: MemberRow[];
  total: number;
  /** Only if the match is on this page. */
  exactMatchId?: string | undefined;
}

async function readMatches(
  db: Statements,
  viewer: Viewer,
  { search, isFirstPage, after }: { search: string; isFirstPage: boolean; after: MemberPosition },
  paging: Paging,
): Promise<MembersSlice> {
  const { cursor, offset, take } = sliceOf(paging);
  const query = searchQueryOf(search);
  // A query that only excludes words matches no member.
  const words = query === null || query.lexemes.length === 0 ? null : query.all;
  const [exactMatch, total] = await Promise.all([
    findListedMember(db, viewer.id, search.replace(/^@/, '').toLowerCase()),
    words === null ? 0 : countMatchingMembers(db, viewer.id, words),
  ]);
  const exactMatches = isFirstPage && exactMatch ? [exactMatch] : [];
  const list = total > limits.memberCount ? listMatchesOfFrequentWords : listMatchingMembers;
  const rows =
    words === null || isBeyond(offset, total)
      ? []
      : await list(db, viewer.id, {
          words,
          excludedId: exactMatch?.author_id ?? null,
          after,
          offset: exactMatch && !isFirstPage && cursor === undefined ? offset - 1 : offset,
          limit: literalLimit(take),
        });
  return { rows: [...exactMatches, ...rows], total, exactMatchId: exactMatches[0]?.author_id };
}

async function listNewest(context: Context, viewer: Viewer, paging: Paging): Promise<MembersPage> {
  const { cursor, offset, take } = sliceOf(paging);
  const before = idAfter(cursor);
  const { rows, total } = await findConfirmedRows(context, viewer, async (db): Promise<MembersSlice> => {
    const total = await countMembers(db, viewer.id);
    return {
      rows: isBeyond(offset, total) ? [] : await listNewestMembers(db, viewer.id, { before, offset, limit: literalLimit(take) }),
      total,
    };
  });
  return pageOfMembers(rows, paging, total, (row) => row.author_id);
}

/** A replica finds ids and order; the primary checks which of them may be listed. */
const findConfirmedRows = (context: Context, viewer: Viewer, find: (db: Statements) => Promise<MembersSlice>): Promise<MembersSlice> =>
  context.replicas.find(viewer.id, {
    find,
    async confirm(slice) {
      const ids = slice.rows.map((row) => row.author_id);
      const rowsById = new Map((await listMemberRows(context.db, viewer.id, ids)).map((row) => [row.author_id, row]));
      const rows = slice.rows.flatMap(({ author_id: id, popularity }) => {
        const row = rowsById.get(id);
        return row ? [{ ...row, popularity }] : [];
      });
      return rows.length === ids.length ? { ...slice, rows } : undefined;
    },
  });

/** Returns true for pages past the end or the counting limit, because deep offsets are slow. */
const isBeyond = (offset: number, total: number): boolean => offset >= Math.min(total, limits.memberCount);

function pageOfMembers(rows: MemberRow[], paging: Paging, total: number, cursorOf: (row: MemberRow) => string): MembersPage {
  const { shown, meta } = pageOf(rows, paging, Math.min(total, limits.memberCount), cursorOf);
  return { shown, meta: { ...meta, total_is_capped: total > limits.memberCount } };
}

const firstPosition: MemberPosition = { popularity: 999, id: highestId };
const positionOf = ({ popularity, author_id }: MemberRow): MemberPosition => ({ popularity, id: author_id });
const cursorOf = ({ popularity, id }: MemberPosition): string => `${popularity}.${id}`;

function parseCursor(cursor: string | undefined): MemberPosition {
  if (cursor === undefined) return firstPosition;
  const [, popularity, id] = /^(\d{1,3})\.(.*)$/.exec(cursor) ?? [];
  if (popularity === undefined || id === undefined || !isId(id)) throw badCursor();
  return { popularity: Number(popularity), id };
}
