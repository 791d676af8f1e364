-- When a member's morning begins: mails of the day and of the week go out then. Null: as the site has it.
alter table members add column time_zone text check (length(time_zone) between 1 and 64);
create index members_time_zone on members (time_zone) where time_zone is not null;

-- What happened here in a week, for those who ask for it. Until now it was never sent and could not be chosen: nobody has asked yet.
alter table members alter column email_notification_preferences
  set default '{"likes": "off", "comments": "daily", "follows": "daily", "mentions": "instant", "replies": "daily", "forum": "daily", "digest": "off"}';
update members set email_notification_preferences = email_notification_preferences || '{"digest": "off"}'
 where email_notification_preferences ->> 'digest' <> 'off';
create index members_digest on members (id) where email_notification_preferences ->> 'digest' = 'weekly';
create table digests (
  member_id uuid primary key references members on delete cascade,
  queued_at timestamptz not null default now()
);
