-- Reports that name what is urgent come first in the queue, which is made from this index alone.
alter table reports add column is_urgent boolean not null default false;
update reports set is_urgent = true where reason in ('violence', 'hate', 'harassment');
drop index reports_open;
create index reports_open on reports (id desc) include (subject_id, owner_id, is_urgent) where resolved_at is null;

-- Whoever is silenced reads and does not write, until a time or until it is taken back.
alter table members
  add column silenced_at timestamptz,
  add column silenced_until timestamptz,
  add column silence_reason text;

-- A member is shown a warning until they say that they have read it.
create table warnings (
  moderation_id   uuid primary key references moderation_log,
  member_id       uuid not null references members on delete cascade,
  acknowledged_at timestamptz
);
create index warnings_of_member on warnings (member_id, moderation_id);

-- Against what organisers did, once, by whom it was done to.
create table appeals (
  moderation_id uuid primary key references moderation_log,
  member_id     uuid not null references members on delete cascade,
  body          text not null,
  created_at    timestamptz not null default now(),
  -- The entry of the log that says what became of it.
  resolution_id uuid references moderation_log
);
create index appeals_open on appeals (moderation_id) where resolution_id is null;
create index appeals_resolved on appeals (resolution_id desc) where resolution_id is not null;
create index appeals_of_member on appeals (member_id);

-- Whether there is another organiser.
create index members_organisers on members (id) where role <> 'member';
