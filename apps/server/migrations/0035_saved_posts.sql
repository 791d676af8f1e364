-- Posts that a member saved for themselves. Nobody else reads them, and nothing counts them.
create table saved_posts (
  member_id uuid not null references members on delete cascade,
  photo_id  uuid not null references photos on delete cascade,
  saved_at  timestamptz not null default now(),
  primary key (member_id, photo_id) include (saved_at)
);
create index saved_posts_newest on saved_posts (member_id, saved_at desc, photo_id desc);
create index saved_posts_photo on saved_posts (photo_id);
