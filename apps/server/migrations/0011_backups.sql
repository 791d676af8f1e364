-- How the nightly backup fares: one row, written by whichever node made it.
create table backup_state (
  is_only        boolean primary key default true check (is_only),
  succeeded_at   timestamptz,
  file           text,
  size_bytes     bigint,
  seconds        integer,
  -- Files of pictures that rows name and that could not be read.
  missing_files  integer,
  failed_at      timestamptz,
  failure        text,
  failures_count integer not null default 0
);
insert into backup_state default values;
