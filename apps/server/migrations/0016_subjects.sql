-- What a report is about is the key that is set, and nothing beside it. A new subject is one more key in the check of exactly one.
alter table reports drop column subject_type;
alter table reports rename constraint reports_check to reports_subject;

-- What each kind of notification is about.
alter table notifications add constraint notifications_subject check (
  case type
    when 'like' then actor_id is not null and photo_id is not null and comment_id is null
    when 'comment' then actor_id is not null and photo_id is not null and comment_id is not null
    when 'mention' then actor_id is not null and photo_id is not null and comment_id is not null
    when 'follow' then actor_id is not null and photo_id is null and comment_id is null
    else true
  end);

-- Comments that wait to be swept.
create index comments_deleted on comments (deleted_at) where deleted_at is not null;
