-- The version before may run on this.

-- What was reported, as it was at that moment. A copy: it outlives the edit, the deletion and the sweep of what it is about. One row a state of a
-- thing for as long as its reports are open.
create table report_evidence (
  id            uuid primary key,
  -- The photo, comment, member or post of the forum; it may be gone.
  subject_id    uuid not null,
  owner_id      uuid not null references members on delete cascade,
  content       jsonb not null check (jsonb_typeof(content) = 'object'),
  created_at    timestamptz not null default now(),
  -- The entry of the log that resolved its reports.
  resolution_id uuid references moderation_log,
  resolved_at   timestamptz,
  check ((resolution_id is null) = (resolved_at is null))
);
create unique index report_evidence_state on report_evidence (subject_id, (md5(content::text) collate "C")) where resolution_id is null;
create index report_evidence_subject on report_evidence (subject_id, id);
create index report_evidence_owner on report_evidence (owner_id);
create index report_evidence_resolution on report_evidence (resolution_id) where resolution_id is not null;
create index report_evidence_age on report_evidence (coalesce(resolved_at, created_at));

-- The images that it shows: their files stay for as long as it does.
create table report_evidence_images (
  evidence_id uuid not null references report_evidence on delete cascade,
  image_id    uuid not null references images,
  primary key (evidence_id, image_id)
);
create index report_evidence_images_image on report_evidence_images (image_id);
