import * as limits from '@mbari/contract/limits';
import type { MemberCard } from '@mbari/contract/shapes/directory';
import type { ListMeta } from '@mbari/contract/shapes/fields';
import type { Context } from '../../context.ts';
import { badCursor, idAfter, literalLimit, pageOf, type Paging, sliceOf } from '../../http/lists.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { viewMemberCard } from '../members/views.ts';
import {
  countFoundMembers,
  countMembers,
  findListedMember,
  listFoundMembers,
  listManyFoundMembers,
  listNewestMembers,
  type MemberPosition,
  type MemberRow,
} from './queries.ts';

interface Members {
  data: MemberCard[];
  meta: ListMeta & { total_is_capped: boolean };
}

/** Members, newest first: whoever joins is seen by the others. Or those whom a search finds, best known first. */
export async function listMembers(
  context: Context,
  viewer: Viewer,
  { search = '', ...paging }: Paging & { search?: string | undefined },
): Promise<Members> {
  if (search === '') return listAll(context, viewer, paging);
  await context.limits.spend('user search by member', viewer.id);
  return findMembers(context, viewer, search, paging);
}

/** Whoever bears exactly the username that was typed stands before all others, on the first page. */
export async function findMembers({ db }: Context, viewer: Viewer, search: string, paging: Paging): Promise<Members> {
  const { cursor, offset, take } = sliceOf(paging);
  const after = positionAfter(cursor);
  const [namesake, total] = await Promise.all([
    findListedMember(db, viewer.id, search.replace(/^@/, '').toLowerCase()),
    countFoundMembers(db, viewer.id, search),
  ]);
  const isFirst = cursor === undefined && offset === 0;
  const first = isFirst && namesake ? [namesake] : [];
  const list = total > limits.foundMembers ? listManyFoundMembers : listFoundMembers;
  const rows = isBeyond(offset, total)
    ? []
    : await list(db, viewer.id, {
        search,
        without: namesake?.author_id ?? null,
        after,
        offset: namesake && !isFirst && cursor === undefined ? offset - 1 : offset,
        limit: literalLimit(take),
      });
  // Alone on a page, they still stand before whoever is known best.
  return shownOf([...first, ...rows], paging, total, (row) => (row === namesake ? cursorOf(beforeAll) : cursorOf(positionAt(row))));
}

async function listAll({ db }: Context, viewer: Viewer, paging: Paging): Promise<Members> {
  const { cursor, offset, take } = sliceOf(paging);
  const before = idAfter(cursor);
  const total = await countMembers(db, viewer.id);
  const rows = isBeyond(offset, total) ? [] : await listNewestMembers(db, viewer.id, { before, offset, limit: literalLimit(take) });
  return shownOf(rows, paging, total, (row) => row.author_id);
}

/** Nobody pages as far as counting stops, but by page number they would skip row after row. */
const isBeyond = (offset: number, total: number): boolean => offset >= Math.min(total, limits.foundMembers);

function shownOf(rows: MemberRow[], paging: Paging, total: number, cursorOf: (row: MemberRow) => string): Members {
  const { shown, meta } = pageOf(rows, paging, Math.min(total, limits.foundMembers), cursorOf);
  return { data: shown.map(viewMemberCard), meta: { ...meta, total_is_capped: total > limits.foundMembers } };
}

const beforeAll: MemberPosition = { popularity: 999, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
const positionAt = ({ popularity, author_id }: MemberRow): MemberPosition => ({ popularity, id: author_id });
const cursorOf = ({ popularity, id }: MemberPosition): string => `${popularity}.${id}`;

function positionAfter(cursor: string | undefined): MemberPosition {
  if (cursor === undefined) return beforeAll;
  const [, popularity, id] = /^(\d{1,3})\.(.*)$/.exec(cursor) ?? [];
  if (popularity === undefined || id === undefined || !isId(id)) throw badCursor();
  return { popularity: Number(popularity), id };
}
