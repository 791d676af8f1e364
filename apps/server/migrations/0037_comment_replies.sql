-- Replies to comments, one level deep: a thread is a comment and the replies below it. There is no foreign key from a reply to its thread:
-- whoever erases their account takes their own comments along, and not what others replied. What they began stays as a tombstone then, a row
-- without author and words; so does a deleted comment that has replies.
alter table comments
  alter column member_id drop not null,
  add column thread_id uuid,
  add column reply_to_id uuid references comments on delete set null,
  -- By members who are there, of those that are not deleted.
  add column replies_count integer not null default 0 check (replies_count >= 0),
  add constraint comments_reply check (thread_id is not null or reply_to_id is null),
  add constraint comments_one_level check (thread_id is null or replies_count = 0),
  add constraint comments_tombstone check (member_id is not null or (thread_id is null and deleted_at is not null and content = ''));

create index comments_threads on comments (photo_id, id desc) where thread_id is null and (deleted_at is null or replies_count > 0);
create index comments_thread on comments (thread_id, id desc) include (member_id) where thread_id is not null and deleted_at is null;
create index comments_reply_to on comments (reply_to_id) where reply_to_id is not null;

-- What waits to be swept: deleted comments that still say something, and tombstones that nobody answers any more.
drop index comments_deleted;
create index comments_deleted on comments (deleted_at) where deleted_at is not null and member_id is not null;
create index comments_tombstones on comments (id) where member_id is null and replies_count = 0;

-- Whoever goes or comes back goes out of the counts of likes and replies, or into them again. Comments are locked in the order of their ids, a
-- thread before its replies, as by whoever replies or deletes.
create or replace function recount_comments_of_member() returns trigger language plpgsql as $$
declare
  step constant integer := case when new.is_live then 1 else -1 end;
begin
  perform 1 from comments c
    where c.id in (select comment_id from comment_likes where member_id = new.id
                   union select thread_id from comments where member_id = new.id and thread_id is not null and deleted_at is null)
    order by c.id for no key update;
  update comments c set likes_count = c.likes_count + step
    from comment_likes l where l.member_id = new.id and c.id = l.comment_id;
  update comments c set replies_count = c.replies_count + step * r.said
    from (select thread_id, count(*)::integer as said from comments
           where member_id = new.id and thread_id is not null and deleted_at is null group by thread_id) r
    where c.id = r.thread_id;
  return null;
end $$;

-- A reply notifies whoever wrote what it answers.
alter table notifications
  drop constraint notifications_subject,
  add constraint notifications_subject check (
    case
      when moderation_id is not null then
        type = 'moderation' and actor_id is null and photo_id is null and comment_id is null and forum_post_id is null
      when forum_post_id is not null then
        actor_id is not null and photo_id is null and comment_id is null
        and type in ('like', 'mention', 'reply', 'followed_topic', 'new_topic', 'solved')
      else
        case type
          when 'like' then actor_id is not null and photo_id is not null
          when 'comment' then actor_id is not null and photo_id is not null and comment_id is not null
          when 'mention' then actor_id is not null and photo_id is not null and comment_id is not null
          when 'reply' then actor_id is not null and photo_id is not null and comment_id is not null
          when 'follow' then actor_id is not null and photo_id is null and comment_id is null
          else type = 'other'
        end
    end);

-- A comment notifies each member once, whatever it is to them.
delete from notifications n
  where n.type in ('comment', 'mention') and n.comment_id is not null
    and exists (select from notifications other
                 where other.comment_id = n.comment_id and other.member_id = n.member_id and other.type in ('comment', 'mention') and other.id < n.id);
create unique index notifications_comment_written on notifications (member_id, comment_id)
  where type in ('comment', 'mention', 'reply') and comment_id is not null;

-- Replies to one comment are one group.
create or replace function set_notification_group() returns trigger language plpgsql as $$
begin
  new.group_key := coalesce(
    case new.type
      when 'like' then coalesce(new.comment_id, new.photo_id, new.forum_post_id)
      when 'comment' then new.photo_id
      when 'reply' then coalesce((select c.reply_to_id from comments c where c.id = new.comment_id),
                                 (select p.topic_id from forum_posts p where p.id = new.forum_post_id))
      when 'followed_topic' then (select p.topic_id from forum_posts p where p.id = new.forum_post_id)
    end,
    new.id);
  return new;
end $$;
