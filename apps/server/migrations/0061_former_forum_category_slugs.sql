-- The version before may run on this.
-- Slugs that a forum category had before it was renamed, and those of the categories whose topics it took.
create table former_forum_category_slugs (
  slug        text collate "C" primary key,
  category_id uuid not null references forum_categories on delete cascade
);
create index former_forum_category_slugs_category on former_forum_category_slugs (category_id);
