-- Limits that hold for all nodes. Not logged: after a crash of the database they begin anew, which costs nobody anything; a write costs less. A key
-- does not say whose it is.
create unlogged table rate_limits (
  key     text collate "C" primary key,
  count   integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);
-- What has ended is swept.
create index rate_limits_ends on rate_limits (ends_at);
