-- Words as they are searched, each with where it stands, so that what is found can be ordered by how well it fits.
create function positioned(words text) returns tsvector language sql immutable strict parallel safe as $$
  select to_tsvector('simple'::regconfig, fold(words))
$$;

-- The forum: categories have topics, topics have posts, and the opening of a topic is its post number 1.
create table forum_categories (
  id          uuid primary key,
  name        text not null,
  slug        text collate "C" not null constraint forum_categories_slug unique,
  description text not null default '',
  color       text not null check (color ~ '^#[0-9a-f]{6}$'),
  position    integer not null,
  created_at  timestamptz not null default now()
);
create unique index forum_categories_name on forum_categories ((lower(name) collate "C"));
insert into forum_categories (id, name, slug, description, color, position) values
  ('019ab000-0000-7000-8000-000000000001', 'Welcome', 'welcome', 'Say hello, and find out how things are done here.', '#2e6f57', 1),
  ('019ab000-0000-7000-8000-000000000002', 'Work in progress', 'work-in-progress', 'Show what is not finished, and ask what others see.', '#b4532a', 2),
  ('019ab000-0000-7000-8000-000000000003', 'Craft and technique', 'craft-and-technique', 'How it is made: materials, tools, cameras, dyes.', '#7a4a8a', 3),
  ('019ab000-0000-7000-8000-000000000004', 'Events and opportunities', 'events-and-opportunities', 'Exhibitions, festivals, calls and meetings.', '#a06a12', 4),
  ('019ab000-0000-7000-8000-000000000005', 'About this place', 'about-this-place', 'Questions and ideas about the community itself.', '#36608f', 5);

-- `last_number` only ever rises: a number stands for one post for ever. `author_gone` follows the moment an account goes or comes back.
-- What somebody began who is gone stays where others wrote in it.
create table forum_topics (
  id             uuid primary key,
  category_id    uuid references forum_categories,
  author_id      uuid references members,
  title          text not null,
  slug           text not null,
  photo_id       uuid references photos on delete set null,
  last_number    integer not null default 0 check (last_number >= 0),
  posts_count    integer not null default 0 check (posts_count >= 0),
  others_count   integer not null default 0 check (others_count >= 0),
  likes_count    integer not null default 0 check (likes_count >= 0),
  latest_post_id uuid not null,
  solved_post_id uuid,
  locked_at      timestamptz,
  -- Stands before all others, until then or until it is taken back.
  pinned_at      timestamptz,
  pinned_until   timestamptz,
  author_gone    boolean not null default false,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  deleted_at     timestamptz,
  removed_at     timestamptz,
  is_there boolean not null generated always as (deleted_at is null and removed_at is null and (not author_gone or others_count > 0)) stored,
  search tsvector not null generated always as (positioned(title)) stored,
  -- As the heat of photos: what is liked and answered counts by its logarithm, and a day and a half wear off one step of e.
  score double precision not null generated always as (
    floor(4 * ln((1 + likes_count + 2 * greatest(posts_count - 1, 0))::double precision)) / 4
    + extract(epoch from created_at at time zone 'UTC')::double precision / 129600) stored,
  -- One that is deleted needs no category any more.
  check (category_id is not null or deleted_at is not null)
);
create index forum_topics_latest on forum_topics (latest_post_id desc) where is_there;
create index forum_topics_search on forum_topics using gin (search) where is_there;
create index forum_topics_new on forum_topics (id desc) where is_there;
create index forum_topics_top on forum_topics (score desc, id desc) where is_there;
create index forum_topics_category on forum_topics (category_id, latest_post_id desc) include (posts_count, author_id) where is_there;
create index forum_topics_category_new on forum_topics (category_id, id desc) where is_there;
create index forum_topics_category_top on forum_topics (category_id, score desc, id desc) where is_there;
create index forum_topics_unanswered on forum_topics (latest_post_id desc) where is_there and others_count = 0;
create index forum_topics_author on forum_topics (author_id, latest_post_id desc);
create index forum_topics_pinned on forum_topics (pinned_at desc) where pinned_at is not null and is_there;
create index forum_topics_photo on forum_topics (photo_id) where photo_id is not null;
create index forum_topics_deleted on forum_topics (deleted_at) where deleted_at is not null;
create index forum_topics_of_category on forum_topics (category_id);
create index forum_topics_latest_post on forum_topics (latest_post_id);
create index forum_topics_solved_post on forum_topics (solved_post_id) where solved_post_id is not null;

create table forum_posts (
  id           uuid primary key,
  topic_id     uuid not null references forum_topics on delete cascade,
  number       integer not null check (number > 0),
  author_id    uuid references members,
  body         text not null,
  body_html    text not null,
  html_version smallint not null,
  -- The words alone.
  plain        text not null,
  reply_to_id  uuid references forum_posts on delete set null,
  likes_count  integer not null default 0 check (likes_count >= 0),
  -- The client's Idempotency-Key: the same text sent again finds its own post.
  reply_key    text collate "C",
  author_gone  boolean not null default false,
  created_at   timestamptz not null default now(),
  edited_at    timestamptz,
  deleted_at   timestamptz,
  is_there boolean not null generated always as (deleted_at is null and not author_gone) stored,
  search tsvector not null generated always as (positioned(plain)) stored,
  constraint forum_posts_number unique (topic_id, number),
  constraint forum_posts_key unique (author_id, reply_key)
);
create index forum_posts_there on forum_posts (topic_id, number) include (author_id) where is_there;
create index forum_posts_of_author on forum_posts (topic_id, author_id, number) where is_there;
create index forum_posts_search on forum_posts using gin (search) where is_there;
create index forum_posts_newest on forum_posts (id desc) where is_there;
create index forum_posts_author on forum_posts (author_id, id);
create index forum_posts_deleted on forum_posts (deleted_at) where deleted_at is not null and author_id is not null;
create index forum_posts_answers on forum_posts (reply_to_id) where reply_to_id is not null;
alter table forum_topics
  add foreign key (latest_post_id) references forum_posts deferrable initially deferred,
  add foreign key (solved_post_id) references forum_posts deferrable initially deferred;

-- What a post said before it was changed, oldest first from 1.
create table forum_post_versions (
  post_id    uuid not null references forum_posts on delete cascade,
  version    integer not null,
  body       text not null,
  edited_by  uuid references members on delete set null,
  written_at timestamptz not null,
  primary key (post_id, version)
);
create index forum_post_versions_editor on forum_post_versions (edited_by) where edited_by is not null;

create table forum_post_likes (
  post_id    uuid not null references forum_posts on delete cascade,
  member_id  uuid not null references members on delete cascade,
  -- Whether it is in the counts: not where its member is gone.
  is_counted boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (post_id, member_id)
);
create index forum_post_likes_member on forum_post_likes (member_id, post_id);

-- Who is named in a post, by the name that was written: whatever they are called later, they are the one who was meant.
create table forum_post_mentions (
  post_id   uuid not null references forum_posts on delete cascade,
  name      text collate "C" not null,
  member_id uuid not null references members on delete cascade,
  primary key (post_id, name)
);
create index forum_post_mentions_member on forum_post_mentions (member_id);

-- How far a member has read a topic, and whether they follow it or want to hear no more of it.
create table forum_tracks (
  member_id    uuid not null references members on delete cascade,
  topic_id     uuid not null references forum_topics on delete cascade,
  read_number  integer not null default 0 check (read_number >= 0),
  is_following boolean not null default false,
  is_muted     boolean not null default false,
  primary key (member_id, topic_id),
  check (not (is_following and is_muted))
);
create index forum_tracks_topic on forum_tracks (topic_id);
create index forum_tracks_following on forum_tracks (member_id, topic_id) include (read_number) where is_following;

create table forum_category_tracks (
  member_id    uuid not null references members on delete cascade,
  category_id  uuid not null references forum_categories on delete cascade,
  is_following boolean not null default false,
  is_muted     boolean not null default false,
  primary key (member_id, category_id),
  check (is_following <> is_muted)
);
create index forum_category_tracks_category on forum_category_tracks (category_id);

-- How many members read a topic. Beside it, so that whoever reads never waits for whoever writes.
create table forum_topic_views (
  topic_id    uuid primary key references forum_topics on delete cascade,
  views_count integer not null default 0
);

-- What a member began to write: a reply in a topic, a topic of a category, a change of a post. One each, and nobody else's affair.
create table forum_drafts (
  member_id   uuid not null references members on delete cascade,
  topic_id    uuid references forum_topics on delete cascade,
  category_id uuid references forum_categories on delete cascade,
  post_id     uuid references forum_posts on delete cascade,
  title       text not null default '',
  body        text not null,
  version     integer not null default 1,
  updated_at  timestamptz not null default now(),
  check (num_nonnulls(topic_id, category_id, post_id) = 1),
  constraint forum_drafts_place unique nulls not distinct (member_id, topic_id, category_id, post_id)
);
create index forum_drafts_topic on forum_drafts (topic_id) where topic_id is not null;
create index forum_drafts_category on forum_drafts (category_id) where category_id is not null;
create index forum_drafts_post on forum_drafts (post_id) where post_id is not null;
create index forum_drafts_updated on forum_drafts (updated_at);

-- What organisers did to what is not theirs, and what admins did to categories: kept for good, whoever and whatever goes.
create table moderation_log (
  id          uuid primary key,
  actor_id    uuid references members on delete set null,
  action      text not null check (action in (
                'lock_topic', 'unlock_topic', 'pin_topic', 'unpin_topic', 'move_topic', 'edit_topic', 'delete_topic',
                'edit_post', 'delete_post', 'restore_post', 'create_category', 'update_category', 'delete_category')),
  topic_id    uuid references forum_topics on delete set null,
  post_id     uuid references forum_posts on delete set null,
  category_id uuid references forum_categories on delete set null,
  -- What it was before, or what became of it, in words.
  note        text,
  created_at  timestamptz not null default now()
);
create index moderation_log_actor on moderation_log (actor_id);
create index moderation_log_topic on moderation_log (topic_id) where topic_id is not null;
create index moderation_log_post on moderation_log (post_id) where post_id is not null;
create index moderation_log_category on moderation_log (category_id) where category_id is not null;

-- Brings what is kept of topics back to what their posts say: after posts went, came or moved by the many.
create function recount_forum_topics(ids uuid[]) returns void language sql as $$
  update forum_topics t
     set posts_count = c.posts, others_count = c.others, likes_count = c.likes,
         latest_post_id = coalesce(
           (select p.id from forum_posts p where p.topic_id = t.id and p.is_there order by p.number desc limit 1), t.latest_post_id)
    from (select asked.id, count(p.id)::int as posts, count(p.id) filter (where p.author_id is distinct from own.author_id)::int as others,
                 coalesce(sum(p.likes_count), 0)::int as likes
            from unnest(ids) as asked(id) join forum_topics own on own.id = asked.id
            left join forum_posts p on p.topic_id = asked.id and p.is_there group by asked.id) c
   where t.id = c.id
$$;

-- Who went or came back and is not counted so everywhere yet. Until then, whoever went is hidden from everybody by their name here. `turn`
-- tells of a change during the work.
create table forum_departures (
  member_id  uuid primary key references members on delete cascade,
  is_gone    boolean not null,
  turn       integer not null default 1,
  started_at timestamptz not null default now()
);

-- A suspended or closed account does not exist for anybody else, so neither do its posts and likes: they are many, and are counted anew in
-- steps. Its topics are few, and go at once, locked in the order of their ids as by everybody who writes in several.
create function note_departure() returns trigger language plpgsql as $$
begin
  perform 1 from forum_topics t where t.author_id = new.id order by t.id for no key update;
  update forum_topics set author_gone = not new.is_live where author_id = new.id;
  insert into forum_departures (member_id, is_gone)
  select new.id, not new.is_live
   where exists (select from forum_posts where author_id = new.id) or exists (select from forum_post_likes where member_id = new.id)
  on conflict (member_id) do update set is_gone = excluded.is_gone, turn = forum_departures.turn + 1, started_at = now();
  return null;
end $$;
create trigger members_live_forum after update on members
  for each row when (old.is_live is distinct from new.is_live) execute function note_departure();

-- How many topics and posts a category has, in sixteen parts, so that those who write in different topics seldom wait for each other.
create table forum_category_counts (
  category_id  uuid not null references forum_categories on delete cascade,
  part         smallint not null check (part between 0 and 15),
  topics_count integer not null default 0,
  posts_count  integer not null default 0,
  primary key (category_id, part)
);
create function forum_category_part(topic_id uuid) returns smallint language sql immutable strict parallel safe as $$
  select (uuid_hash(topic_id) & 15)::smallint
$$;

-- The parts are changed in one order, so that two who change many topics at once do not wait for each other in a circle.
create function count_forum_topics() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into forum_category_counts as kept (category_id, part, topics_count, posts_count)
    select category_id, forum_category_part(id), count(*), sum(posts_count) from after_change where is_there group by 1, 2 order by 1, 2
    on conflict (category_id, part) do update
       set topics_count = kept.topics_count + excluded.topics_count, posts_count = kept.posts_count + excluded.posts_count;
  elsif tg_op = 'DELETE' then
    insert into forum_category_counts as kept (category_id, part, topics_count, posts_count)
    select category_id, forum_category_part(id), -count(*), -sum(posts_count) from before_change where is_there group by 1, 2 order by 1, 2
    on conflict (category_id, part) do update
       set topics_count = kept.topics_count + excluded.topics_count, posts_count = kept.posts_count + excluded.posts_count;
  else
    insert into forum_category_counts as kept (category_id, part, topics_count, posts_count)
    select category_id, forum_category_part(id), sum(topics), sum(posts)
      from (select category_id, id, 1 as topics, posts_count as posts from after_change where is_there
            union all select category_id, id, -1, -posts_count from before_change where is_there) changed
     group by 1, 2 having sum(topics) <> 0 or sum(posts) <> 0 order by 1, 2
    on conflict (category_id, part) do update
       set topics_count = kept.topics_count + excluded.topics_count, posts_count = kept.posts_count + excluded.posts_count;
  end if;
  return null;
end $$;
create trigger forum_topics_added after insert on forum_topics referencing new table as after_change
  for each statement execute function count_forum_topics();
create trigger forum_topics_changed after update on forum_topics referencing old table as before_change new table as after_change
  for each statement execute function count_forum_topics();
create trigger forum_topics_removed after delete on forum_topics referencing old table as before_change
  for each statement execute function count_forum_topics();
