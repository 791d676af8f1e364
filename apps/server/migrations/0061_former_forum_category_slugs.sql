-- The version before may run on this.
-- Slugs of renamed forum categories, and of deleted ones for the category that took their topics.
create table former_forum_category_slugs (
  slug        text collate "C" primary key,
  category_id uuid not null references forum_categories on delete cascade
);
create index former_forum_category_slugs_category on former_forum_category_slugs (category_id);
