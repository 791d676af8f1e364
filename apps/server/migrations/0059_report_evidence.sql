-- The version before may run on this.

-- Snapshots of reported content. Each row is a copy of one state, so it survives edits, deletion and sweeps while the reports are open.
create table report_evidence (
  id            uuid primary key,
  -- Id of the photo, comment, member or forum post. The subject itself may be erased.
  subject_id    uuid not null,
  owner_id      uuid not null references members on delete cascade,
  content       jsonb not null check (jsonb_typeof(content) = 'object'),
  created_at    timestamptz not null default now(),
  -- Moderation log entry that resolved the reports.
  resolution_id uuid references moderation_log,
  resolved_at   timestamptz,
  check ((resolution_id is null) = (resolved_at is null))
);
create unique index report_evidence_state on report_evidence (subject_id, (md5(content::text) collate "C")) where resolution_id is null;
create index report_evidence_subject on report_evidence (subject_id, id);
create index report_evidence_owner on report_evidence (owner_id);
create index report_evidence_resolution on report_evidence (resolution_id) where resolution_id is not null;
create index report_evidence_age on report_evidence (coalesce(resolved_at, created_at));

-- Images of the snapshot. Their files are kept as long as the row exists.
create table report_evidence_images (
  evidence_id uuid not null references report_evidence on delete cascade,
  image_id    uuid not null references images,
  primary key (evidence_id, image_id)
);
create index report_evidence_images_image on report_evidence_images (image_id);
