import type { Statements } from '../../platform/db/database.ts';

export const moveTopicsToCategory = (tx: Statements, categoryId: string, toCategoryId: string): Promise<number> =>
  tx.run(
    `with own as materialized (select id from forum_topics where category_id = $1 order by id for no key update)
     update forum_topics t set category_id = $2 from own where t.id = own.id`,
    [categoryId, toCategoryId],
  );

export const clearCategoryOfDeletedTopics = (tx: Statements, categoryId: string): Promise<number> =>
  tx.run('update forum_topics set category_id = null where category_id = $1 and deleted_at is not null', [categoryId]);

/** Finds a category by name, slug or id, ignoring case. */
export const findForumCategory = (db: Statements, word: string): Promise<{ id: string } | undefined> =>
  db.row(
    `select id from forum_categories where id = coalesce(
       (select id from forum_categories where lower(name) = lower($1) or slug = lower($1) or id::text = lower($1) limit 1),
       (select category_id from former_forum_category_slugs where slug = lower($1)))`,
    [word],
  );
