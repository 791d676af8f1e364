-- The language that a member chose; null: none yet. Which ones are offered is the site's setting, so the list is not kept here.
alter table members
  add column locale text collate "C" check (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$');
