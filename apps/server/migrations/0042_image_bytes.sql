-- Bytes of the WebP at each of `widths`, 0 where there is no such file; empty until a job has asked the store.
alter table images add column webp_bytes integer[] not null default '{}';
create index images_unmeasured on images (id) where webp_bytes = '{}' and deleted_at is null;
