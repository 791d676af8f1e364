-- One row an event and recipient. The sentence is made when it is read, from names as they are then.
create table notifications (
  id         uuid primary key,
  member_id  uuid not null references members on delete cascade,
  type       text not null check (type in ('like', 'comment', 'follow', 'other')),
  actor_id   uuid references members on delete cascade,
  photo_id   uuid references photos on delete cascade,
  comment_id uuid references comments on delete cascade,
  created_at timestamptz not null default now(),
  read_at    timestamptz
);
create index notifications_member on notifications (member_id, id desc);
create index notifications_unread on notifications (member_id, id desc) where read_at is null;
-- Liking, unliking and liking again tells the owner once.
create unique index notifications_like on notifications (member_id, actor_id, photo_id) where type = 'like';
create index notifications_comment on notifications (comment_id);
create index notifications_photo on notifications (photo_id);
create index notifications_actor on notifications (actor_id);
