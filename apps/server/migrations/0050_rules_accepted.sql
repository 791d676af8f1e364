-- The version that everybody is asked to accept before they go on; 0: none is. A change of a comma asks nobody.
alter table rules_version
  add column asked_version integer not null default 0,
  add constraint rules_version_asked check (asked_version between 0 and version);

-- The newest version that each member accepted.
create table rules_acceptances (
  member_id   uuid primary key references members on delete cascade,
  version     integer not null check (version >= 1),
  accepted_at timestamptz not null default now()
);
