-- Photo categories are the admins' from now on: no two names differ in case alone.
create unique index categories_name on categories ((lower(name collate "default") collate "C"));
-- One that is deleted stays until its photos are elsewhere. Where they go: null, they are left without a category.
alter table categories
  add column leaving_at timestamptz,
  add column moves_to uuid references categories,
  add constraint categories_moves_when_leaving check (moves_to is null or leaving_at is not null);
create index categories_moves_to on categories (moves_to) where moves_to is not null;

-- The addresses that a category had before, and those of the categories whose photos it took.
create table former_category_slugs (
  slug        text collate "C" primary key,
  category_id uuid not null references categories on delete cascade
);
create index former_category_slugs_category on former_category_slugs (category_id);

-- Posts that are gone, by category: they leave it, too, before it is removed.
create index photos_gone_in_category on photos (category_id)
  where category_id is not null and (deleted_at is not null or removed_at is not null);

-- Whose profile is complete without an interest: theirs was deleted, or there was none to choose.
alter table members add column interests_waived boolean not null default false;
