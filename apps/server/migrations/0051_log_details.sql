-- What was done besides, as data, so that every reader has it in their own words. Older entries say it in `note`, in English.
alter table moderation_log add column details jsonb check (jsonb_typeof(details) = 'object');
