-- Notifications of the forum are about a post of it, the opening where a topic is new.
alter table notifications
  add column forum_post_id uuid references forum_posts on delete cascade,
  drop constraint notifications_type_check,
  add constraint notifications_type_check check (
    type in ('like', 'comment', 'follow', 'mention', 'reply', 'followed_topic', 'new_topic', 'solved', 'other')),
  drop constraint notifications_subject,
  add constraint notifications_subject check (
    case
      when forum_post_id is not null then
        actor_id is not null and photo_id is null and comment_id is null
        and type in ('like', 'mention', 'reply', 'followed_topic', 'new_topic', 'solved')
      else
        case type
          when 'like' then actor_id is not null and photo_id is not null and comment_id is null
          when 'comment' then actor_id is not null and photo_id is not null and comment_id is not null
          when 'mention' then actor_id is not null and photo_id is not null and comment_id is not null
          when 'follow' then actor_id is not null and photo_id is null and comment_id is null
          else type = 'other'
        end
    end);
create index notifications_forum_post on notifications (forum_post_id) where forum_post_id is not null;
-- A post notifies each member once, whatever it is to them.
create unique index notifications_forum_written on notifications (member_id, forum_post_id)
  where type in ('mention', 'reply', 'followed_topic', 'new_topic') and forum_post_id is not null;
-- Whoever likes a post or marks it as the answer does so once, however often they take it back.
create unique index notifications_forum_given on notifications (member_id, forum_post_id, actor_id, (type collate "C"))
  where type in ('like', 'solved') and forum_post_id is not null;

-- Those who follow a topic, in one order: they are notified in steps.
create index forum_tracks_followers on forum_tracks (topic_id, member_id) include (read_number) where is_following;
create index forum_category_tracks_followers on forum_category_tracks (category_id, member_id) where is_following;

-- What was written before somebody followed is no news to them. Null where they have only read, and never followed nor muted.
alter table forum_tracks add column followed_at timestamptz default now() check (followed_at is not null or not is_following);
alter table forum_category_tracks add column followed_at timestamptz not null default now();

-- Topics about a photo are found by its caption.
create index forum_topics_with_photo on forum_topics (latest_post_id desc) include (photo_id) where photo_id is not null and is_there;

-- Whether the topic was read before the mark was set last. The first mark counts as a view; of two at once, one is the first.
alter table forum_tracks add column was_read boolean not null default false;
