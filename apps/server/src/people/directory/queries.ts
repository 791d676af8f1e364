import type { Statements } from '../../platform/db/database.ts';
import { hasOnboarding } from '../../platform/viewers.ts';
import { memberListed } from '../../platform/visibility/members.ts';
import { type MemberCardRow, memberCardColumns } from '../member-cards.ts';

export interface MemberRow extends MemberCardRow {
  popularity: number;
}

/** Cursor: the last member of the page before. */
export interface MemberPosition {
  popularity: number;
  id: string;
}

interface PageSlice {
  offset: number;
  limit: 21 | 51;
}

const isListed = `${memberListed('$1', 'm')} and ${hasOnboarding('m')}`;

const columns = `${memberCardColumns('$1', 'm')}, m.popularity`;

/** Newest first, so concurrent registrations neither skip nor repeat members. */
export const listNewestMembers = (
  db: Statements,
  viewerId: string,
  { before, offset, limit }: PageSlice & { before: string },
): Promise<MemberRow[]> =>
  db.rows(
    `select ${columns} from members m where m.id < $2 and ${isListed}
      order by m.id desc offset $3 limit ${limit}`,
    [viewerId, before, offset],
  );

/** Search results, most popular first, without the exact match. */
export const listMatchingMembers = (
  db: Statements,
  viewerId: string,
  { words, excludedId, after, offset, limit }: PageSlice & { words: string; excludedId: string | null; after: MemberPosition },
): Promise<MemberRow[]> =>
  db.rows(
    `select ${columns} from members m
      where m.search @@ $2::tsquery and m.id is distinct from $3::uuid and (m.popularity, m.id) < ($4::int, $5::uuid) and ${isListed}
      order by m.popularity desc, m.id desc offset $6 limit ${limit}`,
    [viewerId, words, excludedId, after.popularity, after.id, offset],
  );

/** For frequent words: scans members by popularity, because sorting all matches would take longer. */
export const listMatchesOfFrequentWords = (
  db: Statements,
  viewerId: string,
  { words, excludedId, after, offset, limit }: PageSlice & { words: string; excludedId: string | null; after: MemberPosition },
): Promise<MemberRow[]> =>
  db.rows(
    `select ${columns} from members m
      where (m.search @@ $2::tsquery) is true and m.id is distinct from $3::uuid and (m.popularity, m.id) < ($4::int, $5::uuid) and ${isListed}
      order by m.popularity desc, m.id desc offset $6 limit ${limit}`,
    [viewerId, words, excludedId, after.popularity, after.id, offset],
  );

/** The given members that the viewer can list, unordered. */
export const listMemberRows = (db: Statements, viewerId: string, ids: readonly string[]): Promise<MemberRow[]> =>
  db.rows(`select ${columns} from unnest($2::uuid[]) as candidate(id) join members m on m.id = candidate.id where ${isListed}`, [
    viewerId,
    ids,
  ]);

export const findListedMember = (db: Statements, viewerId: string, username: string): Promise<MemberRow | undefined> =>
  db.row(`select ${columns} from members m where m.username = $2 and ${isListed}`, [viewerId, username]);

/** Counts up to 1,001. */
export async function countMembers(db: Statements, viewerId: string): Promise<number> {
  const row = await db.row<{ total: number }>(
    `select count(*)::int as total from (select from members m where ${isListed} order by m.id desc limit 1001) matches`,
    [viewerId],
  );
  return row?.total ?? 0;
}

/**
 * Counts matches, up to 1,001. If a quarter of the 400 most popular members match, counts among the 4,000 most popular first, which
 * avoids the text index.
 */
export async function countMatchingMembers(db: Statements, viewerId: string, words: string): Promise<number> {
  const row = await db.row<{ total: number }>(
    `with common as materialized (
            select count(*) >= 100 as is_common
              from (select search from members where is_live and email_verified_at is not null order by popularity desc, id desc limit 400) popular
             where search @@ $2::tsquery),
          popular_matches as materialized (
            select count(*)::int as n
              from (select from (select * from members where is_live and email_verified_at is not null order by popularity desc, id desc limit 4000) m
                     where (select is_common from common) and m.search @@ $2::tsquery and ${isListed} limit 1001) matches)
     select case when (select n from popular_matches) > 1000 then (select n from popular_matches)
                 else (select count(*)::int from (select from members m where m.search @@ $2::tsquery and ${isListed} limit 1001) matches)
            end as total`,
    [viewerId, words],
  );
  return row?.total ?? 0;
}
