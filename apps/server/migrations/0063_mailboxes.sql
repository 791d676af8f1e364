-- The version before may run on this.

-- Returns the mailbox behind an address: without the plus tag and, for Gmail, without dots.
create function mailbox(email text) returns text language sql immutable parallel safe as $$
  select case when host in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com' else name || '@' || host end
    from (select coalesce(nullif(split_part(split_part(email, '@', 1), '+', 1), ''), split_part(email, '@', 1)) as name,
                 split_part(email, '@', 2) as host) parts
$$;
create index members_suspended_mailbox on members (mailbox(email)) where suspended_at is not null;

-- When on, other addresses of a suspended member's mailbox cannot register.
alter table joining add column block_aliases boolean not null default true;
