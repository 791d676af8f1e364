/**
 * SQL that puts the row `$1` at position `$2`, counted from 1 without gaps; the others make room. Two at once are to be kept apart by a lock.
 */
export const moveToPosition = (table: 'categories' | 'forum_categories'): string =>
  `with ranked as (select id, row_number() over (order by position, id) as rank from ${table}),
        placed as (
          select id, row_number() over (order by case when id = $1 then $2::int + case when $2::int > rank then 0.5 else -0.5 end else rank end, id) as n
            from ranked)
   update ${table} c set position = placed.n from placed
    where c.id = placed.id and c.position <> placed.n`;
