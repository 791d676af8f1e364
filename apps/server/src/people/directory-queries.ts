import type { Statements } from '../platform/db/database.ts';
import { hasOnboarding } from '../platform/viewers.ts';
import { memberListed, notMuted } from '../platform/visibility/members.ts';
import { memberCardColumns, type MemberCardRow } from './member-cards.ts';

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

export interface SuggestionRow extends MemberCardRow {
  shared_interests: number;
  followed_by: string[];
  followed_by_count: number;
}

/** SQL: in the directory, not muted and not the viewer. */
const suggestible = `${memberListed('$1', 'm')} and ${hasOnboarding('m')} and ${notMuted('$1', 'm.id')} and m.id <> $1`;

/** The viewer's interests, and the 100 members the viewer followed last. */
const viewerInterestsAndFriends = `interest as materialized (select category_id as id from member_interests where member_id = $1),
          friend as materialized (
            select m.id, m.name, f.created_at from follows f join members m on m.id = f.followed_id
             where f.follower_id = $1 and ${memberListed('$1', 'm')} and ${notMuted('$1', 'm.id')}
             order by f.created_at desc, f.followed_id desc limit 100)`;

const sharedInterests = `cross join lateral (
                   select count(*)::int as n from member_interests mi where mi.member_id = m.id and mi.category_id in (select id from interest)) shared`;

/** Rows of `best`, with the number of friends who follow each. */
const orderedSuggestions = `select ${memberCardColumns('$1', 'm')}, best.shared_interests, friends.n as followed_by_count, friends.names as followed_by
       from best join members m on m.id = best.id
       cross join lateral (
            select count(*)::int as n, coalesce((array_agg(friend.name order by friend.created_at desc, friend.id desc))[1:2], '{}') as names
              from friend cross join lateral (select from follows where follower_id = friend.id and followed_id = best.id limit 1) follow) friends
      order by best.shared_interests + 2 * friends.n desc, best.popularity desc, best.id desc limit 12`;

/**
 * Suggests members the viewer does not follow. A shared interest scores one; a follow by a followed member scores two. Candidates are
 * limited: 25 follows of each of the viewer's newest 100 follows, each interest's newest members, and the most popular members. Each result
 * has the number of its followers among the 100, and two names.
 */
export const listSuggestionRows = (db: Statements, viewerId: string): Promise<SuggestionRow[]> =>
  db.rows(
    `with own_follow as materialized (select followed_id as id from follows where follower_id = $1),
          ${viewerInterestsAndFriends},
          by_friends as materialized (
            select friend_follow.id, count(*)::int as n
              from friend cross join lateral (
                   select followed_id as id from follows where follower_id = friend.id order by created_at desc, followed_id desc limit 25) friend_follow
             where friend_follow.id <> $1 and friend_follow.id not in (select id from own_follow)
             group by friend_follow.id order by n desc, friend_follow.id desc limit 60),
          by_interest as (
            select interest_member.id
              from interest cross join lateral (
                   select m.id
                     from (select member_id as id from member_interests
                            where category_id = interest.id and member_id not in (select id from own_follow)
                            order by member_id desc limit 200) newest
                     join members m on m.id = newest.id
                    where ${suggestible} order by m.id desc limit 20) interest_member),
          popular as (
            select m.id from members m
             where m.is_live and m.email_verified_at is not null and m.id not in (select id from own_follow)
             order by m.popularity desc, m.id desc limit 100),
          candidate as (select id from by_friends union select id from by_interest union select id from popular),
          best as materialized (
            select m.id, shared.n as shared_interests, coalesce(by_friends.n, 0) as friends, m.popularity
              from candidate join members m on m.id = candidate.id
              left join by_friends on by_friends.id = m.id
              ${sharedInterests}
             where ${suggestible} and (shared.n > 0 or by_friends.n > 0)
             order by shared.n + 2 * coalesce(by_friends.n, 0) desc, m.popularity desc, m.id desc limit 18)
     ${orderedSuggestions}`,
    [viewerId],
  );

/** Like `listSuggestionRows`, for known candidates that may still be suggested. */
export const listSuggestionRowsOf = (db: Statements, viewerId: string, ids: readonly string[]): Promise<SuggestionRow[]> =>
  db.rows(
    `with own_follow as materialized (select followed_id as id from follows where follower_id = $1),
          ${viewerInterestsAndFriends},
          best as materialized (
            select m.id, shared.n as shared_interests, m.popularity
              from unnest($2::uuid[]) as candidate(id) join members m on m.id = candidate.id
              ${sharedInterests}
             where ${suggestible} and m.id not in (select id from own_follow))
     ${orderedSuggestions}`,
    [viewerId, ids],
  );
