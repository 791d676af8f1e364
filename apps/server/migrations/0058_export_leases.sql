-- One export of a member at a time, whatever node writes it. Not logged: what a crash of the database ends need not be remembered. The node that
-- writes an export renews its lease; that of a node which is gone runs out.
create unlogged table export_leases (
  member_id uuid primary key references members on delete cascade,
  holder    uuid not null,
  ends_at   timestamptz not null
);
