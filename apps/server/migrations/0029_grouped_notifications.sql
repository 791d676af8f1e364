-- Notifications of a kind with the same key are one group, while they are unread and again once they are read: likes of a photo or a post,
-- comments below a photo, replies in a topic. Anything else has a key of its own. A post that moves to another topic leaves its notifications
-- in the group where they were.
alter table notifications add column group_key uuid;

create function set_notification_group() returns trigger language plpgsql as $$
begin
  new.group_key := coalesce(
    case new.type
      when 'like' then coalesce(new.photo_id, new.forum_post_id)
      when 'comment' then new.photo_id
      when 'reply' then (select p.topic_id from forum_posts p where p.id = new.forum_post_id)
      when 'followed_topic' then (select p.topic_id from forum_posts p where p.id = new.forum_post_id)
    end,
    new.id);
  return new;
end $$;
create trigger notifications_group before insert on notifications for each row when (new.group_key is null)
  execute function set_notification_group();

update notifications n set group_key = coalesce(
    case
      when n.type = 'like' then coalesce(n.photo_id, n.forum_post_id)
      when n.type = 'comment' then n.photo_id
      when n.type in ('reply', 'followed_topic') then (select p.topic_id from forum_posts p where p.id = n.forum_post_id)
    end,
    n.id);
alter table notifications alter column group_key set not null;

-- Counting a group reads the index alone.
create index notifications_grouped on notifications (member_id, group_key, type, (read_at is null), id desc)
  include (actor_id, comment_id, forum_post_id);
