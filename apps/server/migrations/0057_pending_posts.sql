-- What waits for an organiser before it is posted: how many first contributions of a member do, and from how many new accounts on a link does. 0: none.
alter table filters
  add column review_first         integer not null default 0 check (review_first between 0 and 10),
  add column same_link_accounts integer not null default 0 check (same_link_accounts between 0 and 50);

-- Nothing of it is posted: no list, count or number knows of it. Of a photo there is a row, since its files are kept, which is removed until it is approved.
create table pending_posts (
  id               uuid primary key,
  member_id        uuid not null references members on delete cascade,
  kind             text not null check (kind in ('photo', 'comment', 'forum_post', 'topic')),
  pending_photo_id    uuid unique references photos on delete set null,
  -- Where it is to stand: a comment below a post, a post in a topic, a topic in a category.
  photo_id         uuid references photos on delete cascade,
  topic_id         uuid references forum_topics on delete cascade,
  category_id      uuid references forum_categories on delete cascade,
  -- What it answers; one that is erased meanwhile is answered no longer.
  reply_to_comment uuid references comments on delete set null,
  reply_to_post    uuid references forum_posts on delete set null,
  -- The photo that a topic is about.
  about_photo_id   uuid references photos on delete set null,
  title            text,
  body             text not null,
  -- Uploads in the text, which no sweep takes until it is decided.
  image_ids        uuid[] not null default '{}',
  -- As it was sent.
  poll             jsonb check (jsonb_typeof(poll) = 'object'),
  -- The sender's Idempotency-Key.
  send_key         text collate "C",
  why              text not null check (why in ('first', 'same_link', 'listed')),
  -- The word or link that is on the list.
  listed           text,
  created_at       timestamptz not null default now(),
  decided_at       timestamptz,
  decider_id       uuid references members on delete set null,
  is_approved      boolean,
  -- What its author is told where it is declined.
  reason           text,
  check ((decided_at is null) = (is_approved is null)),
  check ((why = 'listed') = (listed is not null)),
  check ((kind in ('photo', 'topic')) = (title is not null)),
  check (num_nonnulls(photo_id, topic_id, category_id) = (kind <> 'photo')::int),
  check (case kind when 'comment' then photo_id is not null when 'forum_post' then topic_id is not null when 'topic' then category_id is not null else true end),
  check (pending_photo_id is null or kind = 'photo'),
  check (reply_to_comment is null or kind = 'comment'),
  check (reply_to_post is null or kind = 'forum_post'),
  check (about_photo_id is null or kind = 'topic'),
  check (poll is null or kind in ('forum_post', 'topic')),
  constraint pending_posts_key unique (member_id, send_key)
);
create index pending_posts_member on pending_posts (member_id, id);
create index pending_posts_open on pending_posts (id) where decided_at is null;
create index pending_posts_decided on pending_posts (decided_at) where decided_at is not null;
create index pending_posts_photo on pending_posts (photo_id) where photo_id is not null;
create index pending_posts_topic on pending_posts (topic_id) where topic_id is not null;
create index pending_posts_category on pending_posts (category_id) where category_id is not null;
create index pending_posts_reply_to_comment on pending_posts (reply_to_comment) where reply_to_comment is not null;
create index pending_posts_reply_to_post on pending_posts (reply_to_post) where reply_to_post is not null;
create index pending_posts_about_photo on pending_posts (about_photo_id) where about_photo_id is not null;
create index pending_posts_decider on pending_posts (decider_id) where decider_id is not null;

-- Links that new accounts wrote within the last day, so that one that many write is noticed.
create table new_account_links (
  link      text collate "C" not null check (length(link) <= 300),
  member_id uuid not null references members on delete cascade,
  written_at timestamptz not null default now(),
  primary key (link, member_id)
);
create index new_account_links_member on new_account_links (member_id);
create index new_account_links_written on new_account_links (written_at);
