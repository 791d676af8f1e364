-- Posts move when a topic is split or merged. Each gets a new number where it goes; its old one is never given again, and leads on.
create table forum_moved_posts (
  topic_id uuid not null references forum_topics on delete cascade,
  number   integer not null,
  post_id  uuid not null references forum_posts on delete cascade,
  primary key (topic_id, number)
);
create index forum_moved_posts_post on forum_moved_posts (post_id);

-- A topic that was merged is deleted, stays as long as the one that has its posts now, and has no newest post of its own.
alter table forum_topics
  add column merged_into uuid references forum_topics on delete cascade,
  alter column latest_post_id drop not null,
  add check (latest_post_id is not null or merged_into is not null),
  add check (merged_into is null or deleted_at is not null);
create index forum_topics_merged on forum_topics (merged_into) where merged_into is not null;
drop index forum_topics_deleted;
create index forum_topics_deleted on forum_topics (deleted_at) where deleted_at is not null and merged_into is null;

-- The newest post of a topic is the one that was written last. Where posts were moved to, that need not be the one with the highest number.
create index forum_posts_latest on forum_posts (topic_id, id desc) include (author_id) where is_there;

-- What is kept of topics, as their posts say.
create function forum_topic_counts(ids uuid[])
returns table (topic_id uuid, posts integer, others integer, likes integer, latest_post_id uuid) language sql stable as $$
  select own.id, count(p.id)::int, count(p.id) filter (where p.author_id is distinct from own.author_id)::int, coalesce(sum(p.likes_count), 0)::int,
         coalesce((select l.id from forum_posts l where l.topic_id = own.id and l.is_there order by l.id desc limit 1),
                  (select o.id from forum_posts o where o.topic_id = own.id and o.number = 1))
    from unnest(ids) as asked(id) join forum_topics own on own.id = asked.id
    left join forum_posts p on p.topic_id = own.id and p.is_there
   group by own.id
$$;
create or replace function recount_forum_topics(ids uuid[]) returns void language sql as $$
  update forum_topics t
     set posts_count = c.posts, others_count = c.others, likes_count = c.likes, latest_post_id = coalesce(c.latest_post_id, t.latest_post_id)
    from forum_topic_counts(ids) c where t.id = c.topic_id
$$;

alter table moderation_log drop constraint moderation_log_action_check;
alter table moderation_log add constraint moderation_log_action_check check (action in (
  'lock_topic', 'unlock_topic', 'pin_topic', 'unpin_topic', 'move_topic', 'edit_topic', 'delete_topic', 'restore_topic', 'split_topic', 'merge_topic',
  'edit_post', 'delete_post', 'restore_post', 'close_poll', 'create_category', 'update_category', 'delete_category'));
