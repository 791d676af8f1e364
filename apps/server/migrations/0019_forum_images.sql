-- Images in the forum.
alter table images drop constraint images_kind_check;
alter table images add constraint images_kind_check check (kind in ('photo', 'avatar', 'cover', 'forum'));

-- Images that members uploaded for texts of the forum. `named_at` is when one was uploaded or last put into a text: one that no post and no
-- draft names goes a day after it.
create table forum_uploads (
  image_id   uuid primary key references images on delete cascade,
  member_id  uuid not null references members on delete cascade,
  alt        text not null default '',
  -- The client's Idempotency-Key: the same file sent again finds its own upload.
  upload_key text collate "C",
  named_at   timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint forum_uploads_key unique (member_id, upload_key)
);
create index forum_uploads_member on forum_uploads (member_id, image_id);
create index forum_uploads_named on forum_uploads (named_at);

-- The images that a post shows, in their order: the first one of a photo (`photo_id` alone), a certain one of a photo (both), or an upload.
create table forum_post_images (
  post_id  uuid not null references forum_posts on delete cascade,
  position smallint not null,
  photo_id uuid references photos on delete cascade,
  image_id uuid references images on delete cascade,
  -- The words that stand for it in this text.
  alt      text not null,
  primary key (post_id, position),
  check (num_nonnulls(photo_id, image_id) > 0)
);
create index forum_post_images_photo on forum_post_images (photo_id) where photo_id is not null;
create index forum_post_images_image on forum_post_images (image_id) where image_id is not null;

-- Posts that show any, so that the gallery of a topic reads no others.
create index forum_posts_with_images on forum_posts (topic_id, number) where is_there and body_html like '%<mb-photo %';

-- Uploads that a draft names are kept with it.
alter table forum_drafts add column image_ids uuid[] not null default '{}';

-- The topics about a photo are listed newest first.
drop index forum_topics_photo;
create index forum_topics_photo on forum_topics (photo_id, id desc) where photo_id is not null;
