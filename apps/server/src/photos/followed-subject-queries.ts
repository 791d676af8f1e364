import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../platform/db/database.ts';
import { categories } from './table.ts';

/** Follows a tag, unless the member follows too many. Returns whether the member follows it now. Requires a lock of the member. */
export const addFollowedTag = async (tx: Statements, memberId: string, name: string): Promise<boolean> =>
  (await tx.row<{ is_following: boolean }>(
    `with added as (
       insert into followed_tags (member_id, tag, name)
       select $1, tag_key($2), $2 where (select count(*) from followed_tags where member_id = $1) < ${limits.followedTags}
       on conflict do nothing returning tag)
     select exists (select from added) or exists (select from followed_tags where member_id = $1 and tag = tag_key($2)) as is_following`,
    [memberId, name],
  ))!.is_following;

export const removeFollowedTag = (db: Statements, memberId: string, name: string): Promise<number> =>
  db.run('delete from followed_tags where member_id = $1 and tag = tag_key($2)', [memberId, name]);

/** Returns whether the member follows the category now. Nobody can begin to follow a deleted category whose photos are moving. */
export const addFollowedCategory = async (db: Statements, memberId: string, categoryId: string): Promise<boolean> =>
  (await db.row<{ is_following: boolean }>(
    `with me as (select id from members where id = $1 and is_live for share),
          added as (
            insert into followed_categories (member_id, category_id)
            select me.id, c.id from me, categories c where c.id = $2 and c.leaving_at is null
            on conflict do nothing returning category_id)
     select exists (select from added) or exists (select from followed_categories where member_id = $1 and category_id = $2) as is_following`,
    [memberId, categoryId],
  ))!.is_following;

export const removeFollowedCategory = (db: Statements, memberId: string, categoryId: string): Promise<number> =>
  db.run('delete from followed_categories where member_id = $1 and category_id = $2', [memberId, categoryId]);

export const listFollowedTags = (db: Statements, memberId: string): Promise<{ tag: string; is_following: boolean }[]> =>
  db.rows('select name as tag, true as is_following from followed_tags where member_id = $1 order by tag', [memberId]);

const named = categories.pick('id', 'name', 'slug');

export const listFollowedCategories = (
  db: Statements,
  memberId: string,
): Promise<{ id: string; name: string; slug: string; is_following: boolean }[]> =>
  db.rows(
    `select ${named.of('c')}, true as is_following from followed_categories f join categories c on c.id = f.category_id
      where f.member_id = $1 order by c.position`,
    [memberId],
  );
