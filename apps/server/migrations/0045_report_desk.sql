-- Which organiser has taken a case: on each of its open reports.
alter table reports add column assignee_id uuid references members on delete set null;
create index reports_assignee on reports (assignee_id) where assignee_id is not null;

-- What organisers say to each other about a case: below the report by which it was known.
create table report_notes (
  id         uuid primary key,
  report_id  uuid not null references reports on delete cascade,
  author_id  uuid references members on delete set null,
  body       text not null,
  created_at timestamptz not null default now()
);
create index report_notes_of_report on report_notes (report_id, id);
create index report_notes_author on report_notes (author_id) where author_id is not null;
