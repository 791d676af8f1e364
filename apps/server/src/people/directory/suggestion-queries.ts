import type { Statements } from '../../platform/db/database.ts';
import { hasOnboarding } from '../../platform/viewers.ts';
import { memberListed, notMuted } from '../../platform/visibility/members.ts';
import { type MemberCardRow, memberCardColumns } from '../member-cards.ts';

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
