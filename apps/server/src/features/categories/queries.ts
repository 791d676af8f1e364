import type { Statements } from '../../db/database.ts';
import { hiddenFrom, memberVisible, notMuted, ownerPublic, ownerRestricted } from '../../visibility/members.ts';

export interface CategoryRow {
  id: string;
  name: string;
  slug: string;
  photos_count: number;
}

/**
 * All categories, each with the number of posts the viewer would find in it: those of everybody public, without the hidden, and of
 * the others who let the viewer in. Summed from what is kept of each category, and of the members who stand to the viewer in some way: what it
 * takes does not grow with the community.
 */
export const listCategories = (db: Statements, viewerId: string) =>
  db.rows<CategoryRow>(
    `with tallied as (
            select category_id, photos_count from category_counts
            union all
            select t.category_id, - t.photos_count
              from ${hiddenFrom('$1')} h(id) join members m on m.id = h.id join category_tallies t on t.member_id = m.id
             where ${ownerPublic('m')}
            union all
            select t.category_id, t.photos_count
              from (select followed_id as id from follows where follower_id = $1 union select $1) f
              join members m on m.id = f.id join category_tallies t on t.member_id = m.id
             where ${ownerRestricted('m')} and ${memberVisible('$1', 'm')} and ${notMuted('$1', 'm.id')})
     select c.id, c.name, c.slug, coalesce(counted.photos_count, 0)::int as photos_count
       from categories c left join (select category_id, sum(photos_count) as photos_count from tallied group by category_id) counted
         on counted.category_id = c.id
      order by c.position`,
    [viewerId],
  );

type NamedRow = { id: string; name: string; slug: string } | { id: null; name: null; slug: null };

/** The category of each word, in the order of the words: by name, slug or id, blind to case. A row of nulls for a word that means none. */
export const listNamed = (db: Statements, words: readonly string[]): Promise<NamedRow[]> =>
  db.rows(
    `select c.id, c.name, c.slug
       from unnest($1::text[]) with ordinality as asked(word, n)
       left join lateral (
         select id, name, slug from categories
          where lower(name) = lower(asked.word) or slug = lower(asked.word) or id::text = lower(asked.word) order by position limit 1) c on true
      order by asked.n`,
    [words],
  );
