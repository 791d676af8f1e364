-- Lists of accounts for admins: by role (members_organisers, 0044) or state, the newest first.
create index members_unverified on members (id) where email_verified_at is null;
create index members_suspended on members (id) where suspended_at is not null;
create index members_closed_newest on members (id) where closed_at is not null;
-- The words of those whom members do not find.
create index members_search_gone on members using gin (search) where not (is_live and email_verified_at is not null);
-- What admins say to everybody, from a time until another or until it is taken down.
create table announcements (
  id             uuid primary key,
  author_id      uuid references members on delete set null,
  text           text not null,
  begins_at      timestamptz not null default now(),
  ends_at        timestamptz check (ends_at > begins_at),
  is_dismissable boolean not null default true,
  created_at     timestamptz not null default now()
);
create index announcements_author on announcements (author_id) where author_id is not null;
create index announcements_newest on announcements (begins_at desc, id desc);

-- Who has read one and put it away.
create table announcement_dismissals (
  member_id       uuid not null references members on delete cascade,
  announcement_id uuid not null references announcements on delete cascade,
  primary key (member_id, announcement_id)
);
create index announcement_dismissals_announcement on announcement_dismissals (announcement_id);
