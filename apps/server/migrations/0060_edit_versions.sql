-- The version before may run on this.

-- `revision` rises only when the content is edited; `version` rises with every write. The API exposes `revision` as `version` and refuses an edit
-- made from an older one.
alter table photos add column revision integer not null default 1;
alter table forum_topics add column revision integer not null default 1;
alter table forum_posts add column revision integer not null default 1;
alter table categories add column revision integer not null default 1;
alter table forum_categories add column revision integer not null default 1;
alter table announcements add column revision integer not null default 1;
alter table joining add column revision integer not null default 1;

-- SHA-256 of the request sent with an Idempotency-Key. Reusing the key for another request is refused. Null for rows older than this column.
alter table photos add column upload_digest bytea;
alter table forum_uploads add column upload_digest bytea;
alter table forum_posts add column reply_digest bytea;
alter table pending_posts add column send_digest bytea;

alter table comments add column send_key text collate "C", add column send_digest bytea;
create unique index comments_key on comments (member_id, send_key) where send_key is not null;
