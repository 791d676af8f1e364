-- Likes of comments, and how many each comment has from members who are there.
create table comment_likes (
  comment_id uuid not null references comments on delete cascade,
  member_id  uuid not null references members on delete cascade,
  created_at timestamptz not null default now(),
  primary key (comment_id, member_id)
);
create index comment_likes_newest on comment_likes (comment_id, created_at desc, member_id);
create index comment_likes_member on comment_likes (member_id, comment_id);
alter table comments add column likes_count integer not null default 0 check (likes_count >= 0);

-- Whoever goes or comes back goes out of the counts, or into them again, as with likes of photos. The name of the trigger puts it before
-- the one that counts photos: comments are locked before their photos, as by whoever deletes a comment.
create function recount_comments_of_member() returns trigger language plpgsql as $$
declare
  step constant integer := case when new.is_live then 1 else -1 end;
begin
  perform 1 from comments c
    where c.id in (select comment_id from comment_likes where member_id = new.id)
    order by c.id for no key update;
  update comments c set likes_count = c.likes_count + step
    from comment_likes l where l.member_id = new.id and c.id = l.comment_id;
  return null;
end $$;
create trigger members_live_comment_counts after update on members
  for each row when (old.is_live is distinct from new.is_live) execute function recount_comments_of_member();

-- A like is of a photo, or of a comment below one: each notifies once, however often it is taken back.
drop index notifications_like;
create unique index notifications_like on notifications (member_id, actor_id, photo_id) where type = 'like' and comment_id is null;
create unique index notifications_comment_like on notifications (member_id, actor_id, comment_id) where type = 'like' and comment_id is not null;

alter table notifications
  drop constraint notifications_subject,
  add constraint notifications_subject check (
    case
      when forum_post_id is not null then
        actor_id is not null and photo_id is null and comment_id is null
        and type in ('like', 'mention', 'reply', 'followed_topic', 'new_topic', 'solved')
      else
        case type
          when 'like' then actor_id is not null and photo_id is not null
          when 'comment' then actor_id is not null and photo_id is not null and comment_id is not null
          when 'mention' then actor_id is not null and photo_id is not null and comment_id is not null
          when 'follow' then actor_id is not null and photo_id is null and comment_id is null
          else type = 'other'
        end
    end);

-- Likes of one comment are one group.
create or replace function set_notification_group() returns trigger language plpgsql as $$
begin
  new.group_key := coalesce(
    case new.type
      when 'like' then coalesce(new.comment_id, new.photo_id, new.forum_post_id)
      when 'comment' then new.photo_id
      when 'reply' then (select p.topic_id from forum_posts p where p.id = new.forum_post_id)
      when 'followed_topic' then (select p.topic_id from forum_posts p where p.id = new.forum_post_id)
    end,
    new.id);
  return new;
end $$;
