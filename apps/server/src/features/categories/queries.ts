import type { Statements } from '../../db/database.ts';
import { photoListed } from '../../visible.ts';

export interface CategoryRow {
  id: string;
  name: string;
  slug: string;
  photos_count: number;
}

/** All categories, each with the number of posts the viewer would find in it. */
export const listCategories = (db: Statements, viewerId: string) =>
  db.rows<CategoryRow>(
    `select c.id, c.name, c.slug, coalesce(counted.photos, 0)::int as photos_count
       from categories c
       left join (
         select p.category_id, count(*) as photos
           from photos p join members m on m.id = p.member_id
          where p.category_id is not null and ${photoListed('$1', 'p', 'm')}
          group by p.category_id) counted on counted.category_id = c.id
      order by c.position`,
    [viewerId],
  );
