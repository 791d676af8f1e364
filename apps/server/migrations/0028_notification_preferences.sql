-- What a member is notified of, kind by kind: in the app, by push, by mail. Without the notification in the app there is neither of the others.
alter table members
  add column notify_on_like boolean not null default true,
  add column notify_on_comment boolean not null default true,
  add column notify_on_forum boolean not null default true,
  add column push_notification_preferences jsonb not null
    default '{"likes": false, "comments": true, "follows": true, "mentions": true, "replies": true, "forum": true}';

-- Replies in the forum were one kind with what one follows there.
alter table members alter column email_notification_preferences
  set default '{"likes": "off", "comments": "daily", "follows": "daily", "mentions": "instant", "replies": "daily", "forum": "daily", "digest": "weekly"}';
update members set email_notification_preferences = jsonb_build_object('replies', email_notification_preferences -> 'forum') || email_notification_preferences;
