import type { Statements } from '../../platform/db/database.ts';

/** Lists up to 100 visible posts of a category, and 100 deleted or removed ones. */
export const listPhotosIn = (db: Statements, categoryId: string): Promise<{ id: string; member_id: string }[]> =>
  db.rows(
    `select found.id, found.member_id from (
       (select id, member_id from photos where category_id = $1 and deleted_at is null and removed_at is null limit 100)
       union all
       (select id, member_id from photos where category_id = $1 and (deleted_at is not null or removed_at is not null) limit 100)) found`,
    [categoryId],
  );

/** Locks the categories first, so that concurrent moves between them wait, then the members in id order, like every change of a post. */
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
