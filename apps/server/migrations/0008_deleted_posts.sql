-- Those whose words wait to be swept.
create index photos_deleted on photos (deleted_at) where deleted_at is not null;
