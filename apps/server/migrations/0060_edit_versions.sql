-- The version before may run on this.

-- `revision` rises with each edit of what people wrote, unlike `version`, which rises with every write. The API calls it `version`: an edit
-- that was made from an older one is refused.
alter table photos add column revision integer not null default 1;
alter table forum_topics add column revision integer not null default 1;
alter table forum_posts add column revision integer not null default 1;
alter table categories add column revision integer not null default 1;
alter table forum_categories add column revision integer not null default 1;
alter table announcements add column revision integer not null default 1;
alter table joining add column revision integer not null default 1;

-- The SHA-256 of the request that came with an Idempotency-Key, so that a key that comes again with another request is refused. Null: it came
-- before digests were stored.
alter table photos add column upload_digest bytea;
alter table forum_uploads add column upload_digest bytea;
alter table forum_posts add column reply_digest bytea;
alter table pending_posts add column send_digest bytea;

alter table comments add column send_key text collate "C", add column send_digest bytea;
create unique index comments_key on comments (member_id, send_key) where send_key is not null;
