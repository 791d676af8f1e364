-- The community's rules. One is never changed: other words make another one, so that whoever is told of a rule reads it as it was.
create table rules (
  id         uuid primary key,
  -- Null once it is retired.
  position   smallint check (position >= 1),
  title      text not null,
  body       text not null default '',
  -- Reports that name it come first.
  is_urgent  boolean not null default false,
  created_at timestamptz not null default now(),
  constraint rules_position unique (position) deferrable initially deferred
);

-- Of all of them together: 0 until there are any.
create table rules_version (
  is_only    boolean primary key default true check (is_only),
  version    integer not null default 0 check (version >= 0),
  changed_at timestamptz
);
insert into rules_version default values;

-- Which acts there are, the contract says.
alter table moderation_log
  add column rule_id uuid references rules,
  drop constraint moderation_log_action_check,
  add constraint moderation_log_action_check check (action ~ '^[a-z]+(_[a-z]+)*$');

-- A report names a rule, or one of the reasons that are the same everywhere.
alter table reports
  add column rule_id uuid references rules,
  alter column reason drop not null,
  add constraint reports_reason check (num_nonnulls(rule_id, reason) = 1);
