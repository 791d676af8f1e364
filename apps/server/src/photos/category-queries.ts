import type { Statements } from '../platform/db/database.ts';
import type { Row } from '../platform/db/table.ts';
import { hiddenFrom, memberVisible, notMuted } from '../platform/visibility/members.ts';
import { reachesAll, reachesFollowers, restrictsPosts } from '../platform/visibility/photos.ts';
import { categories } from './table.ts';

const named = categories.pick('id', 'name', 'slug');

export interface CategoryRow extends Row<typeof named> {
  photos_count: number;
  is_leaving: boolean;
  is_following: boolean;
  version: number;
}

/**
 * Lists all categories with the number of posts the viewer can list. Sums stored counts at a fixed cost: public posts, minus hidden
 * members' posts, plus restricted posts that reach the viewer.
 */
export const listCategories = (db: Statements, viewerId: string) =>
  db.rows<CategoryRow>(
    `with tallied as (
            select category_id, photos_count from category_counts
            union all
            select t.category_id, - t.photos_count
              from ${hiddenFrom('$1')} h(id) join members m on m.id = h.id join category_tallies t on t.member_id = m.id
             where m.is_live and ${reachesAll('t', 'm')}
            union all
            select t.category_id, t.photos_count
              from (select followed_id as id from follows where follower_id = $1 union select $1) f
              join members m on m.id = f.id join category_tallies t on t.member_id = m.id
             where ${restrictsPosts('m')} and not ${reachesAll('t', 'm')} and (${reachesFollowers('t')} or m.id = $1)
               and ${memberVisible('$1', 'm')} and ${notMuted('$1', 'm.id')})
     select ${named.of('c')}, coalesce(counted.photos_count, 0)::int as photos_count, c.leaving_at is not null as is_leaving,
            exists (select from followed_categories f where f.member_id = $1 and f.category_id = c.id) as is_following, c.revision as version
       from categories c left join (select category_id, sum(photos_count) as photos_count from tallied group by category_id) counted
         on counted.category_id = c.id
      order by c.position`,
    [viewerId],
  );

type NamedRow = Row<typeof named> | { [Name in keyof Row<typeof named>]: null };

/** Returns the category of each word by name, slug, id or former slug, ignoring case; a row of nulls for unknown words. */
export const listCategoriesByWords = (db: Statements, words: readonly string[]): Promise<NamedRow[]> =>
  db.rows(
    `select ${named.of('c')}
       from unnest($1::text[]) with ordinality as input(word, n)
       left join lateral (
         select ${named.of('found')} from (
           select ${named.names}, false as is_former from categories
            where lower(name collate "default") = lower(input.word) or slug = lower(input.word) or id::text = lower(input.word)
           union all
           select ${named.of('former')}, true from former_category_slugs f join categories former on former.id = f.category_id
            where f.slug = lower(input.word)) found
          order by found.is_former limit 1) c on true
      order by input.n`,
    [words],
  );

/** Blocks concurrent changes of categories, but not foreign-key checks against them. */
export const lockCategories = (tx: Statements): Promise<unknown> => tx.run('lock table categories in share row exclusive mode');

/** Adds a category at the end, unless `most` categories exist. Requires `lockCategories`. */
export const addCategory = (tx: Statements, { id, name, slug, most }: { id: string; name: string; slug: string; most: number }) =>
  tx.run(
    `insert into categories (id, name, slug, position)
     select $1, $2, $3, 1 + coalesce(max(c.position), 0) from categories c having count(*) < $4::int`,
    [id, name, slug, most],
  );

export const setCategoryName = (
  tx: Statements,
  { id, name, slug, version }: { id: string; name: string | null; slug: string | null; version: number | null },
): Promise<{ name: string } | undefined> =>
  tx.row(
    `with before as materialized (select ${named.of('c')} from categories c where c.id = $1 and c.leaving_at is null and ($4::int is null or c.revision = $4) for no key update),
          kept as (
            insert into former_category_slugs (slug, category_id) select b.slug, b.id from before b where b.slug <> $3::text
            on conflict (slug) do update set category_id = excluded.category_id)
     update categories c set name = coalesce($2, c.name), slug = coalesce($3, c.slug), revision = c.revision + ($2::text is not null)::int
       from before where c.id = before.id returning before.name`,
    [id, name, slug, version],
  );

/** Moves a category to a position, counted from 1, and renumbers the others. Requires `lockCategories`. */
export const setCategoryPosition = (tx: Statements, id: string, position: number): Promise<number> =>
  tx.run(
    `with ranked as (select id, row_number() over (order by position, id) as rank from categories),
          placed as (
            select id, row_number() over (order by case when id = $1 then $2::int + case when $2::int > rank then 0.5 else -0.5 end else rank end, id) as n
              from ranked)
     update categories c set position = placed.n from placed
      where c.id = placed.id and c.position <> placed.n`,
    [id, position],
  );

export const findActiveCategory = (db: Statements, id: string): Promise<{ name: string } | undefined> =>
  db.row('select name from categories where id = $1 and leaving_at is null', [id]);

/** Locks categories that are not being deleted. Waits for posts being added to them. */
export const lockActiveCategories = (tx: Statements, ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
  tx.rows('select id, name from categories where id = any($1::uuid[]) and leaving_at is null order by id for update', [ids]);

/** Includes archived posts and those removed by organisers. */
export const hasPhotos = async (tx: Statements, id: string): Promise<boolean> =>
  (await tx.row<{ has_photos: boolean }>(
    `select exists (select from photos where category_id = $1 and is_there)
         or exists (select from photos where category_id = $1 and not is_there and deleted_at is null) as has_photos`,
    [id],
  ))!.has_photos;

/** Marks a category as deleted. Deleted categories that targeted it get `movesTo` as their target. */
export const markCategoryDeleting = (tx: Statements, id: string, movesTo: string | null): Promise<number> =>
  tx.run(
    `update categories set moves_to = $2::uuid, leaving_at = coalesce(leaving_at, now())
      where (id = $1 and leaving_at is null) or moves_to = $1`,
    [id, movesTo],
  );

export const findDeletingCategory = (db: Statements, id: string): Promise<{ moves_to: string | null } | undefined> =>
  db.row('select moves_to from categories where id = $1 and leaving_at is not null', [id]);

/** Lists categories marked as deleted over a minute ago that have no pending job. */
export const listDeletingCategories = (db: Statements): Promise<{ id: string }[]> =>
  db.rows(
    `select c.id from categories c
      where c.leaving_at < now() - interval '1 minute'
        and not exists (select from graphile_worker.jobs j where j.key = 'empty_category:' || c.id and j.attempts < j.max_attempts)
      order by c.leaving_at limit 100`,
  );

/** Locks a deleted category, after waiting for posts being added. */
export const lockDeletingCategory = (tx: Statements, id: string): Promise<number> =>
  tx.run('select from categories where id = $1 and leaving_at is not null for update', [id]);

/** Removes a locked category and redirects all its slugs to its target. Returns 0 if it is not empty. */
export const deleteEmptyCategory = (tx: Statements, id: string): Promise<number> =>
  tx.run(
    `with gone as (
            delete from categories c
             where c.id = $1 and c.leaving_at is not null
               and not exists (select from photos where category_id = $1 and is_there)
               and not exists (select from photos where category_id = $1 and not is_there)
               and not exists (select from member_interests where category_id = $1)
            returning c.id, c.slug, c.moves_to),
          led as (
            insert into former_category_slugs (slug, category_id)
            select addresses.slug, gone.moves_to
              from gone cross join lateral (
                select gone.slug union select f.slug from former_category_slugs f where f.category_id = gone.id) addresses
             where gone.moves_to is not null
            on conflict (slug) do update set category_id = excluded.category_id)
     select from gone`,
    [id],
  );

export const listInterestedIn = (db: Statements, categoryId: string): Promise<{ member_id: string }[]> =>
  db.rows('select member_id from member_interests where category_id = $1 order by member_id limit 200', [categoryId]);

const lockedMembers = 'select m.id from members m where m.id = any($1::uuid[]) order by m.id for no key update';

export const setInterestOf = (db: Statements, memberIds: readonly string[], from: string, to: string): Promise<number> =>
  db.run(
    `with locked as materialized (${lockedMembers}),
          gone as (delete from member_interests mi using locked where mi.member_id = locked.id and mi.category_id = $2 returning mi.member_id)
     insert into member_interests (member_id, category_id) select member_id, $3 from gone on conflict do nothing`,
    [memberIds, from, to],
  );

export const deleteInterestOf = (db: Statements, memberIds: readonly string[], from: string): Promise<number> =>
  db.run(
    `with locked as materialized (${lockedMembers}),
          gone as (delete from member_interests mi using locked where mi.member_id = locked.id and mi.category_id = $2 returning mi.member_id)
     update members m set interests_waived = true from gone where m.id = gone.member_id`,
    [memberIds, from],
  );

/** Moves up to 200 members' follows of a category, or removes them. Returns one row for each. */
export const moveFollowsOf = (db: Statements, from: string, to: string | null): Promise<unknown[]> =>
  db.rows(
    `with gone as (
            delete from followed_categories where category_id = $1 and member_id in (
              select member_id from followed_categories where category_id = $1 order by member_id limit 200 for update)
            returning member_id),
          moved as (
            insert into followed_categories (member_id, category_id) select member_id, $2::uuid from gone where $2::uuid is not null
            on conflict do nothing)
     select true as is_gone from gone`,
    [from, to],
  );

/** Lists up to 100 visible posts of a category, and 100 deleted, removed or archived ones. */
export const listPhotosIn = (db: Statements, categoryId: string): Promise<{ id: string; member_id: string }[]> =>
  db.rows(
    `select found.id, found.member_id from (
       (select id, member_id from photos where category_id = $1 and is_there limit 100)
       union all
       (select id, member_id from photos where category_id = $1 and not is_there limit 100)) found`,
    [categoryId],
  );

/** Locks both categories to serialise concurrent moves, then the members in id order, like every change of a post. */
export const setCategoryOfPhotos = (
  db: Statements,
  { ids, memberIds, from, to }: { ids: readonly string[]; memberIds: readonly string[]; from: string; to: string | null },
): Promise<number> =>
  db.run(
    `with between as materialized (
            select c.id from categories c where c.id in ($3, $4::uuid) order by c.id for no key update),
          owners as materialized (
            select m.id from members m where m.id = any($2::uuid[]) and array(select id from between) <> '{}' order by m.id for no key update),
          own as materialized (
            select p.id from photos p join owners on owners.id = p.member_id where p.id = any($1::uuid[]) and p.category_id = $3 order by p.id for no key update of p)
     update photos p set category_id = $4::uuid from own where p.id = own.id`,
    [ids, memberIds, from, to],
  );
