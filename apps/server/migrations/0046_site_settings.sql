-- What admins set for the whole community. Null: as the environment says, or the product itself.
create table site_settings (
  is_only        boolean primary key default true check (is_only),
  -- Raised by each change: who changes an older one than this is told so.
  version        integer not null default 1,
  name           text,
  tagline        text,
  -- `#rrggbb`
  accent         text check (accent ~ '^#[0-9a-f]{6}$'),
  pricing_url    text,
  locales        text[] check (cardinality(locales) > 0),
  default_locale text,
  logo_image_id  uuid references images,
  -- In Markdown, and as it was rendered.
  about          text,
  about_html     text,
  privacy        text,
  privacy_html   text,
  changed_at     timestamptz not null default now(),
  check ((about is null) = (about_html is null)),
  check ((privacy is null) = (privacy_html is null))
);
create index site_settings_logo on site_settings (logo_image_id) where logo_image_id is not null;
insert into site_settings default values;

alter table images drop constraint images_kind_check;
alter table images add constraint images_kind_check check (kind in ('photo', 'avatar', 'cover', 'forum', 'logo'));

-- Which acts there are says the contract; a list here would have to be written anew for each.
alter table moderation_log drop constraint moderation_log_action_check;
alter table moderation_log add constraint moderation_log_action_check check (action ~ '^[a-z]+(_[a-z]+)+$');
