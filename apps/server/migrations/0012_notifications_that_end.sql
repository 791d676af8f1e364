-- A member's notifications lie together, newest last, and are found by whose they are. `written_by` is the transaction that wrote the
-- row: whoever follows what is new asks by it, since ids and clocks say nothing about the order in which writes are committed.
alter table notifications drop constraint notifications_pkey;
drop index notifications_member;
alter table notifications
  add primary key (member_id, id),
  add column written_by xid8 not null default pg_current_xact_id();

-- What ends: read ones after 90 days, all after a year.
create index notifications_created on notifications (created_at);
create index notifications_of_member_read on notifications (member_id, id) where read_at is not null;
create index notifications_read on notifications (read_at) where read_at is not null;
