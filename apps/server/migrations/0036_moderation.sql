-- A removed comment is deleted, too, so that nobody reads it; organisers can bring it back for a month.
alter table comments
  add column removed_at timestamptz,
  add constraint comments_removed check (removed_at is null or deleted_at is not null);

-- Until when somebody is suspended, or null until it is taken back, and why: they are told both as they sign in.
alter table members
  add column suspended_until timestamptz,
  add column suspension_reason text;
create index members_suspended_until on members (suspended_until) where suspended_until is not null;

-- What was done, to what of whom, why, and how many reports it resolved.
alter table moderation_log
  add column photo_id uuid references photos on delete set null,
  add column comment_id uuid references comments on delete set null,
  add column member_id uuid references members on delete set null,
  add column reason text,
  add column reports_count integer not null default 0 check (reports_count >= 0),
  drop constraint moderation_log_action_check,
  add constraint moderation_log_action_check check (action in (
    'lock_topic', 'unlock_topic', 'pin_topic', 'unpin_topic', 'move_topic', 'edit_topic', 'delete_topic', 'restore_topic', 'split_topic', 'merge_topic',
    'edit_post', 'delete_post', 'restore_post', 'close_poll', 'create_category', 'update_category', 'delete_category',
    'dismiss_reports', 'remove_photo', 'restore_photo', 'delete_photo', 'remove_comment', 'restore_comment', 'delete_comment',
    'suspend_member', 'end_suspension'));
create index moderation_log_photo on moderation_log (photo_id) where photo_id is not null;
create index moderation_log_comment on moderation_log (comment_id) where comment_id is not null;
create index moderation_log_member on moderation_log (member_id) where member_id is not null;
create index moderation_log_resolutions on moderation_log (id desc) where reports_count > 0;
create index moderation_log_action on moderation_log (action, id desc);
drop index moderation_log_actor;
create index moderation_log_actor on moderation_log (actor_id, id desc);

-- What is in the log stays as it was written. Only where a row that it points at is erased does it lose the pointer.
create function keep_moderation_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and pg_trigger_depth() > 1 then
    if to_jsonb(new) - array['actor_id', 'topic_id', 'post_id', 'category_id', 'photo_id', 'comment_id', 'member_id']
       = to_jsonb(old) - array['actor_id', 'topic_id', 'post_id', 'category_id', 'photo_id', 'comment_id', 'member_id'] then
      return new;
    end if;
  end if;
  raise exception 'the moderation log is only added to' using errcode = 'insufficient_privilege';
end $$;
create trigger moderation_log_kept before update or delete on moderation_log for each row execute function keep_moderation_log();
create trigger moderation_log_not_emptied before truncate on moderation_log for each statement execute function keep_moderation_log();

-- What is reported, by one name whatever it is; whose it is; and what organisers did about it.
alter table reports
  add column subject_id uuid generated always as (coalesce(photo_id, comment_id, member_id, forum_post_id)) stored,
  add column owner_id uuid references members on delete cascade,
  add column resolution_id uuid references moderation_log;
update reports r set owner_id = coalesce(
  r.member_id,
  (select p.member_id from photos p where p.id = r.photo_id),
  (select c.member_id from comments c where c.id = r.comment_id),
  (select p.author_id from forum_posts p where p.id = r.forum_post_id));

create function set_report_owner() returns trigger language plpgsql as $$
begin
  new.owner_id := case
    when new.photo_id is not null then (select p.member_id from photos p where p.id = new.photo_id)
    when new.comment_id is not null then (select c.member_id from comments c where c.id = new.comment_id)
    when new.forum_post_id is not null then (select p.author_id from forum_posts p where p.id = new.forum_post_id)
    else new.member_id
  end;
  return new;
end $$;
create trigger reports_owner before insert on reports for each row execute function set_report_owner();

create index reports_owner on reports (owner_id);
create index reports_resolution on reports (resolution_id) where resolution_id is not null;
create index reports_of_subject on reports (subject_id, id desc);
-- The queue is made from this index alone.
drop index reports_open;
create index reports_open on reports (id desc) include (subject_id, owner_id) where resolved_at is null;

-- Members are notified of what organisers did: to what is theirs, or about what they reported. No name is given.
alter table notifications
  add column moderation_id uuid references moderation_log on delete cascade,
  drop constraint notifications_type_check,
  add constraint notifications_type_check check (
    type in ('like', 'comment', 'follow', 'mention', 'reply', 'followed_topic', 'new_topic', 'solved', 'moderation', 'other')),
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
          when 'follow' then actor_id is not null and photo_id is null and comment_id is null
          else type = 'other'
        end
    end);
create unique index notifications_moderation on notifications (moderation_id, member_id) where moderation_id is not null;
