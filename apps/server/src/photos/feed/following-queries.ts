import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../../platform/db/database.ts';
import { highestId, lowestId } from '../../platform/ids.ts';
import { type AuthorRow, authorColumns } from '../../platform/member-views.ts';
import { memberVisible, notMuted } from '../../platform/visibility/members.ts';
import { photoListed, photoThere, reachesFollowers, warningListed } from '../../platform/visibility/photos.ts';

const followedListed = (viewer: string): string => `${memberVisible(viewer, 'm')} and ${notMuted(viewer, 'm.id')}`;

const forFollowers = (p: string): string => `${photoThere(p)} and ${reachesFollowers(p)}`;

const forFollowersListed = (p: string): string => `${forFollowers(p)} and ${warningListed('$1', p)}`;

/** Maximum number of followed members considered, most recent follows first. */
const maxFollowed = 10_000;

const recentlyFollowed = (viewer: string): string =>
  `(select followed_id from follows where follower_id = ${viewer} order by created_at desc, followed_id desc limit ${maxFollowed})`;

/** Number of newest posts searched, for one viewer and for a batch. */
const scanSize = { forOne: 400, forAll: 1_000 };

export interface FollowingPage {
  ids: string[];
  /** Counts the posts of up to 10,000 followed members. */
  total: number;
  /** False if `listFollowingIds` may find older posts for the page. */
  isEnough: boolean;
}

/**
 * Finds the newest posts of followed members among the newest of all, for a batch of viewers who list posts with a content warning. The
 * first `lateral` query collects the followed ids, so that the second one reads hidden members once per viewer.
 */
export async function findFollowing(db: Statements, atMost: 21 | 51, viewerIds: readonly string[]): Promise<FollowingPage[]> {
  const rows = await db.rows<{ ids: string; total: number; is_enough: boolean }>(
    `with near as materialized (select p.id, p.member_id from photos p where ${forFollowers('p')} order by p.id desc limit ${scanSize.forAll}),
     followings as materialized (
       select input.n, followed.members, followed.total, follows.is_all
         from unnest($1::uuid[]) with ordinality as input(viewer_id, n), lateral (
           select array_agg(f.followed_id) as followed, count(*) < ${maxFollowed} as is_all
             from ${recentlyFollowed('input.viewer_id')} f) follows, lateral (
           select array_agg(m.id) as members, coalesce(sum(m.follower_photos_count), 0)::int as total
             from unnest(follows.followed) f(id) join members m on m.id = f.id
            where ${followedListed('input.viewer_id')}) followed),
     matches as materialized (
       select one.n, array_agg(near.id order by near.id desc) as ids
         from (select n, unnest(members) as member_id from followings) one join near on near.member_id = one.member_id group by one.n)
     select coalesce(array_to_string(matches.ids[1:$2], ' '), '') as ids, followings.total,
            followings.is_all and (followings.members is null or coalesce(cardinality(matches.ids), 0) >= $2 or (select count(*) from near) < ${scanSize.forAll}) as is_enough
       from followings left join matches on matches.n = followings.n order by followings.n`,
    [viewerIds, atMost],
  );
  return rows.map(({ ids, total, is_enough: isEnough }) => ({ ids: ids === '' ? [] : ids.split(' '), total, isEnough }));
}

/**
 * The newest `atMost` posts by followed members, between `$2` and `$3`. First searches the newest posts of all members; viewers who follow
 * many need no more. Otherwise finds the members who posted last by index, and reads only their posts.
 */
const newestOfFollowed = (atMost: 21 | 51 | typeof limits.newPhotoCount): string =>
  `with near as materialized (
     select p.id, p.member_id from photos p where p.id > $2 and p.id < $3 and ${forFollowersListed('p')} order by p.id desc limit ${scanSize.forOne}),
   matches as materialized (
     select n.id, n.member_id from near n join follows f on f.follower_id = $1 and f.followed_id = n.member_id join members m on m.id = n.member_id
      where ${followedListed('$1')} order by n.id desc limit ${atMost}),
   enough as materialized (select (select count(*) from matches) = ${atMost} or (select count(*) from near) < ${scanSize.forOne} as is_so)
   select id, member_id from matches where (select is_so from enough)
   union all
   (select p.id, latest.member_id
      from (select m.id as member_id
              from (select f.followed_id as member_id, newest.id
                      from follows f, lateral (select p.id from photos p
                                                where p.member_id = f.followed_id and p.id > $2 and p.id < $3 and ${forFollowersListed('p')}
                                                order by p.id desc limit 1) newest
                     where f.follower_id = $1 and not (select is_so from enough) order by newest.id desc) far
              join members m on m.id = far.member_id
             where ${followedListed('$1')} order by far.id desc limit ${atMost}) latest,
           lateral (select p.id from photos p where p.member_id = latest.member_id and p.id > $2 and p.id < $3 and ${forFollowersListed('p')}
                     order by p.id desc limit ${atMost}) p)
    order by id desc limit ${atMost}`;

/** A post of somebody else that the viewer may list, by its id between `$2` and `$3`. */
const othersListed = (id: string): string => `${id} > $2 and ${id} < $3 and p.member_id <> $1 and ${photoListed('$1', 'p', 'm')}`;

/**
 * The newest `atMost` posts by followed members, or with followed tags or categories, each once. Tags and categories are read back only to
 * the oldest of the followed members' posts, if these fill the page.
 */
const newestWithSubjects = (atMost: 21 | 51 | typeof limits.newPhotoCount): string =>
  `with by_followed as materialized (${newestOfFollowed(atMost)}),
   since as materialized (select coalesce((select id from by_followed order by id desc offset ${atMost} - 1 limit 1), $2) as id)
   select id, member_id from by_followed
   union
   select tagged.id, tagged.member_id
     from followed_tags f, lateral (
       select p.id, p.member_id from photo_tags pt join photos p on p.id = pt.photo_id join members m on m.id = p.member_id
        where pt.tag = f.tag and pt.photo_id >= (select id from since) and ${othersListed('pt.photo_id')}
        order by pt.photo_id desc limit ${atMost}) tagged
    where f.member_id = $1
   union
   select filed.id, filed.member_id
     from followed_categories f, lateral (
       select p.id, p.member_id from photos p join members m on m.id = p.member_id
        where p.category_id >= f.category_id and p.category_id <= f.category_id and p.id >= (select id from since) and ${othersListed('p.id')}
        order by p.category_id, p.id desc limit ${atMost}) filed
    where f.member_id = $1
    order by id desc limit ${atMost}`;

const newestPosts = (withSubjects: boolean, atMost: 21 | 51 | typeof limits.newPhotoCount): string =>
  (withSubjects ? newestWithSubjects : newestOfFollowed)(atMost);

/** Numbered pages read all pages before them. */
const numberedOfFollowed = (limit: 21 | 51): string =>
  `select p.id from follows f join members m on m.id = f.followed_id join photos p on p.member_id = m.id
    where f.follower_id = $1 and p.id > $2 and p.id < $3 and ${followedListed('$1')} and ${forFollowersListed('p')}
    order by p.id desc offset $4 limit ${limit}`;

const numberedWithSubjects = (limit: 21 | 51): string =>
  `select p.id
     from (select own.id from follows f join photos own on own.member_id = f.followed_id and ${photoThere('own')} where f.follower_id = $1
           union select pt.photo_id from followed_tags f join photo_tags pt on pt.tag = f.tag where f.member_id = $1
           union select filed.id from followed_categories f join photos filed on filed.category_id = f.category_id and ${photoThere('filed')}
                  where f.member_id = $1) found
     join photos p on p.id = found.id join members m on m.id = p.member_id
    where ${othersListed('p.id')} order by p.id desc offset $4 limit ${limit}`;

/** Lists posts by followed members. `withSubjects`: also those with the tags and categories that the viewer follows. */
export async function listFollowingIds(
  db: Statements,
  viewerId: string,
  { before, offset, limit }: { before: string; offset: number; limit: 21 | 51 },
  withSubjects = false,
): Promise<string[]> {
  const between = [viewerId, lowestId, before];
  const rows = await (offset === 0
    ? db.rows<{ id: string }>(newestPosts(withSubjects, limit), between)
    : db.rows<{ id: string }>((withSubjects ? numberedWithSubjects : numberedOfFollowed)(limit), [...between, offset]));
  return rows.map(({ id }) => id);
}

export async function countFollowing(db: Statements, viewerId: string): Promise<number> {
  const row = await db.row<{ total: number }>(
    `select coalesce(sum(m.follower_photos_count), 0)::int as total from ${recentlyFollowed('$1')} f join members m on m.id = f.followed_id
      where ${followedListed('$1')}`,
    [viewerId],
  );
  return row?.total ?? 0;
}

/** Lists the authors of new posts, from the same posts as `listFollowingIds`. */
export function listNewPostersFollowed(db: Statements, viewerId: string, after: string, withSubjects = false): Promise<AuthorRow[]> {
  return db.rows(
    `select ${authorColumns('m')} from (${newestPosts(withSubjects, limits.newPhotoCount)}) posts join members m on m.id = posts.member_id order by posts.id desc`,
    [viewerId, after, highestId],
  );
}
