-- Since when somebody whose address is verified waits for an organiser to let them in. Until then `email_verified_at` stays null, so that
-- the account is there for nobody else.
alter table members add column awaits_approval_since timestamptz,
  add constraint members_awaits_or_verified check (awaits_approval_since is null or email_verified_at is null);
create unique index members_awaiting_email on members (email) where awaits_approval_since is not null;

-- Who asked to join.
create table applications (
  member_id  uuid primary key references members on delete cascade,
  -- What they are asked, as it was when they registered; null: nothing.
  question   text,
  -- Null: nothing yet. Organisers read only of those who answered what they are asked.
  answer     text,
  decided_at timestamptz,
  decider_id uuid references members on delete set null,
  is_approved boolean,
  -- What they are told who are not let in.
  reason     text,
  check ((decided_at is null) = (is_approved is null))
);
create index applications_open on applications (member_id) where decided_at is null and (question is null or answer is not null);
create index applications_decided on applications (decided_at) where decided_at is not null;
create index applications_decider on applications (decider_id) where decider_id is not null;

alter table joining
  -- So many registrations in an hour close it for an hour; 0: none do.
  add column wave         integer not null default 300 check (wave between 0 and 10000),
  -- The hour that is counted, and how many registered in it.
  add column hour         timestamptz,
  add column registered   integer not null default 0,
  add column closed_until timestamptz,
  -- When an organiser was last seen here; null: never yet. After seven days without, one joins by invitation.
  add column attended_at  timestamptz,
  -- That nobody was there was told to the organisers.
  add column away_told_at timestamptz;
