-- What a member's pictures take together is summed up at every upload: from the index alone.
create index images_stored on images (member_id) include (kind, bytes) where deleted_at is null;
