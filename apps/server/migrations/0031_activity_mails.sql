-- Which notifications were mailed: each is mailed once, whichever node does it.
create table activity_mails (
  member_id       uuid not null references members on delete cascade,
  notification_id uuid not null,
  mailed_at       timestamptz not null default now(),
  primary key (member_id, notification_id),
  foreign key (member_id, notification_id) references notifications (member_id, id) on delete cascade
);
create index activity_mails_lately on activity_mails (member_id, mailed_at desc);
-- What is still to be mailed is among the youngest.
create index notifications_unread_lately on notifications (created_at) where read_at is null;
