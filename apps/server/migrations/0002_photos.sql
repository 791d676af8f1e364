-- What the store holds: one row an uploaded picture, written only after its files are on disk and synced.
-- `id` is random (128 bits, not time-ordered), since it stands in public addresses.
create table images (
  id          uuid primary key,
  member_id   uuid not null references members,
  kind        text not null check (kind in ('photo', 'avatar')),
  width       integer not null check (width > 0),
  height      integer not null check (height > 0),
  color       text not null,
  thumbhash   bytea not null,
  widths      integer[] not null,
  -- Widths that also exist as AVIF; filled when the machine is idle.
  avif_widths integer[] not null default '{}',
  bytes       bigint not null,
  created_at  timestamptz not null default now(),
  deleted_at  timestamptz
);
create index images_member on images (member_id);
create index images_deleted on images (deleted_at) where deleted_at is not null;
alter table members add foreign key (avatar_image_id) references images;

-- A post. Ids are UUIDv7: ordered by when they were posted, so the feed's order is the id's.
create table photos (
  id             uuid primary key,
  member_id      uuid not null references members,
  category_id    uuid references categories on delete set null,
  title          text not null,
  description    text,
  likes_count    integer not null default 0 check (likes_count >= 0),
  comments_count integer not null default 0 check (comments_count >= 0),
  -- The client's Idempotency-Key: the same upload sent again finds its own post.
  upload_key     text collate "C",
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  deleted_at     timestamptz,
  removed_at     timestamptz,
  unique (member_id, upload_key)
);
create index photos_feed on photos (id desc) where deleted_at is null and removed_at is null;
create index photos_member on photos (member_id, id desc) where deleted_at is null and removed_at is null;
create index photos_category on photos (category_id, id desc) where deleted_at is null and removed_at is null;

create table photo_images (
  photo_id uuid not null references photos on delete cascade,
  position smallint not null check (position between 0 and 2),
  image_id uuid not null unique references images,
  alt      text not null default '',
  primary key (photo_id, position)
);

create table likes (
  photo_id   uuid not null references photos on delete cascade,
  member_id  uuid not null references members on delete cascade,
  created_at timestamptz not null default now(),
  primary key (photo_id, member_id)
);
create index likes_newest on likes (photo_id, created_at desc, member_id);
create index likes_member on likes (member_id);

create table comments (
  id         uuid primary key,
  photo_id   uuid not null references photos on delete cascade,
  member_id  uuid not null references members on delete cascade,
  content    text not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index comments_photo on comments (photo_id, id desc) where deleted_at is null;
create index comments_member on comments (member_id);
