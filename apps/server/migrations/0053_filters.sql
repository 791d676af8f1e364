-- Words and links that the community does not take, or that organisers look at; and for how long an account counts as new.
create table filters (
  is_only          boolean primary key default true check (is_only),
  -- Raised by each change: who changes an older one than this is told so.
  version          integer not null default 1,
  -- `[{"text", "action"}]`, in their order. Read as a whole, and only when the version has changed.
  entries          jsonb not null default '[]' check (jsonb_typeof(entries) = 'array' and jsonb_array_length(entries) <= 500),
  new_account_days integer not null default 0 check (new_account_days between 0 and 90),
  changed_at       timestamptz not null default now()
);
insert into filters default values;

-- Reported by nobody, since it has what is on the list: once for as long as it is open.
alter table reports add column is_automatic boolean not null default false;
create unique index reports_automatic on reports (subject_id) where is_automatic and resolved_at is null;
