import * as limits from '@mbari/contract/limits';
import type { Statements } from '../../db/database.ts';
import { hiddenFrom, memberVisible, notMuted, ownerPublic, ownerRestricted, photoListed, photoThere, postsReach } from '../../visible.ts';

/** What a list was asked to be narrowed to, as it was typed. */
export interface Asked {
  search: string;
  category: string;
  username: string;
}

/** What that turned out to be. Null where the viewer's words stand for nothing, or for nobody they find posts of. */
export interface Resolved {
  words: string | null;
  category_id: string | null;
  member_id: string | null;
}

/** A member whose posts may not be listed for the viewer is resolved as one who never was. */
export const resolve = async (db: Statements, viewerId: string, { search, category, username }: Asked): Promise<Resolved> =>
  (await db.row<Resolved>(
    `select sought($2)::text as words,
            (select c.id from categories c where lower(c.name) = lower($3) or c.slug = lower($3) or c.id::text = lower($3) limit 1) as category_id,
            (select m.id from members m
              where m.username = $4 and ${memberVisible('$1', 'm')} and ${postsReach('$1', 'm')} and ${notMuted('$1', 'm.id')}) as member_id`,
    [viewerId, search, category, username],
  ))!;

/** The posts among which something is looked for. */
export interface Place {
  category: string | null;
  member: string | null;
  /** Of those alone whom the viewer follows. */
  followed: boolean;
}

/** The post `p` stands in the place: $2 its category, $3 its member. A few texts, so that each is planned for the index it needs. */
const within = ({ category, member }: Place): string =>
  `${photoThere('p')} and ${category === null ? '$2::uuid is null' : 'p.category_id = $2'} and ${member === null ? '$3::uuid is null' : 'p.member_id = $3'}`;

/** … and may be listed for the viewer, $1. */
const listed = (place: Place): string => `${photoListed('$1', 'p', 'm')} and ${ofFollowed(place)}`;

const ofFollowed = ({ followed }: Place): string =>
  followed ? 'exists (select from follows f where f.follower_id = $1 and f.followed_id = m.id)' : 'true';

export interface Page {
  before: string;
  offset: number;
  limit: 21 | 51;
}

/** Ids of the posts of a place, newest first, older than `before`. */
export async function listPlaceIds(db: Statements, viewerId: string, place: Place, { before, offset, limit }: Page): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select p.id from photos p join members m on m.id = p.member_id
      where ${within(place)} and p.id < $4 and ${listed(place)}
      order by p.id desc offset $5 limit ${limit}`,
    [viewerId, place.category, place.member, before, offset],
  );
  return rows.map(({ id }) => id);
}

/** How many posts of a member the viewer has found already are there, in all or in a category. */
export async function countOfMember(db: Statements, viewerId: string, place: Place): Promise<number> {
  const row = await db.row<{ total: number }>(
    `select case when $1::uuid is null then 0 when $2::uuid is null then m.photos_count
                 else coalesce((select t.photos_count from category_tallies t where t.category_id = $2 and t.member_id = m.id), 0) end as total
       from members m where m.id = $3 and ${ofFollowed(place)}`,
    [viewerId, place.category, place.member],
  );
  return row?.total ?? 0;
}

/** How many posts of a category the viewer may list. */
export async function countOfCategory(db: Statements, viewerId: string, category: string): Promise<number> {
  const row = await db.row<{ total: number }>(
    `select ((select coalesce(sum(t.photos_count), 0) from category_tallies t join members m on m.id = t.member_id
               where t.category_id = $2 and ${ownerPublic('m')})
           - (select coalesce(sum(t.photos_count), 0) from ${hiddenFrom('$1')} h(id) join members m on m.id = h.id and ${ownerPublic('m')}
               join category_tallies t on t.category_id = $2 and t.member_id = m.id)
           + (select coalesce(sum(t.photos_count), 0) from members m join category_tallies t on t.category_id = $2 and t.member_id = m.id
               where (m.id = $1 or m.id in (select followed_id from follows where follower_id = $1))
                 and ${ownerRestricted('m')} and ${memberVisible('$1', 'm')} and ${notMuted('$1', 'm.id')}))::int as total`,
    [viewerId, category],
  );
  return row?.total ?? 0;
}

/** … of those they follow. */
export async function countOfCategoryFollowed(db: Statements, viewerId: string, category: string): Promise<number> {
  const row = await db.row<{ total: number }>(
    `select coalesce(sum(t.photos_count), 0)::int as total
       from follows f join members m on m.id = f.followed_id join category_tallies t on t.category_id = $2 and t.member_id = m.id
      where f.follower_id = $1 and ${memberVisible('$1', 'm')} and ${postsReach('$1', 'm')} and ${notMuted('$1', 'm.id')}`,
    [viewerId, category],
  );
  return row?.total ?? 0;
}

/** What was found in one look: the ids of the page, how many there are, and whether all was looked at that there is. */
export interface Found {
  ids: string[];
  count: number;
  is_all: boolean;
}

/** How many of the newest posts are looked at one by one. */
const newest = 2_500;

/**
 * Looks through the newest posts of a place, in their order. What is common is found there at once, and counted as far as anybody counts;
 * the index of words would first have to gather every post that has it.
 */
export const findAmongNewest = (
  db: Statements,
  viewerId: string,
  place: Place,
  words: string,
  { before, offset, limit }: Page,
): Promise<Found> =>
  found(
    db,
    `with newest as materialized (
            select p.id, p.member_id, p.search @@ $6::tsquery as is_found from photos p
             where ${within(place)} and p.id < $4 order by p.id desc limit ${newest}),
          found as materialized (
            select p.id from newest n join photos p on p.id = n.id join members m on m.id = n.member_id
             where n.is_found and ${listed(place)})
     select array(select id from found order by id desc offset $5 limit ${limit}) as ids,
            (select count(*) from found)::int as count, (select count(*) < ${newest} from newest) as is_all`,
    [viewerId, place.category, place.member, before, offset, words],
  );

/** More than anybody counts. */
const gathered = limits.foundPhotos * 2 + 1;

/** Gathers the posts that have the words from their index; not all where they are very many. */
export const findByWords = (
  db: Statements,
  viewerId: string,
  place: Place,
  words: string,
  { before, offset, limit }: Page,
): Promise<Found> =>
  found(
    db,
    `with found as materialized (
            select p.id from photos p join members m on m.id = p.member_id
             where p.search @@ $6::tsquery and ${within(place)} and p.id < $4 and ${listed(place)} limit ${gathered})
     select array(select id from found order by id desc offset $5 limit ${limit}) as ids,
            (select count(*) from found)::int as count, (select count(*) < ${gathered} from found) as is_all`,
    [viewerId, place.category, place.member, before, offset, words],
  );

/** Reads on and on, newest first, until the page is full: for words that very many posts have, but not the newest. */
export async function listByReading(
  db: Statements,
  viewerId: string,
  place: Place,
  words: string,
  { before, offset, limit }: Page,
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    // The function behind `@@`, which no index answers.
    `select p.id from photos p join members m on m.id = p.member_id
      where ts_match_vq(p.search, $6::tsquery) and ${within(place)} and p.id < $4 and ${listed(place)}
      order by p.id desc offset $5 limit ${limit}`,
    [viewerId, place.category, place.member, before, offset, words],
  );
  return rows.map(({ id }) => id);
}

async function found(db: Statements, sql: string, values: readonly unknown[]): Promise<Found> {
  return (await db.row<Found>(sql, values))!;
}
