-- Lists of accounts for admins: by role or state, the newest first.
create index members_organisers on members (id) where role <> 'member';
create index members_unverified on members (id) where email_verified_at is null;
create index members_suspended on members (id) where suspended_at is not null;
create index members_closed_newest on members (id) where closed_at is not null;
-- The words of those whom members do not find.
create index members_search_gone on members using gin (search) where not (is_live and email_verified_at is not null);
