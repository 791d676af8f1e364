-- Who may open an account: the community's own settings, one row.
create table joining (
  id             boolean primary key default true check (id),
  mode           text not null default 'open' check (mode in ('open', 'invitation', 'approval', 'closed')),
  -- Members invite, too, and not organisers alone.
  members_invite boolean not null default false,
  -- What somebody is asked who asks to join; null: nothing.
  question       text,
  changed_at     timestamptz not null default now()
);
insert into joining default values;

-- Links that let in. The token is known to whoever was given the link; here is its SHA-256.
create table invitations (
  id         uuid primary key,
  member_id  uuid not null references members on delete cascade,
  token_hash bytea not null unique,
  -- For whom it is, in the words of who made it.
  note       text,
  max_uses   integer not null check (max_uses between 1 and 100),
  used       integer not null default 0 check (used between 0 and max_uses),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index invitations_member on invitations (member_id, id desc);
create index invitations_expiry on invitations (expires_at);

-- Who invited whom. It outlasts the invitation.
create table invited_members (
  member_id     uuid primary key references members on delete cascade,
  invitation_id uuid references invitations on delete set null,
  inviter_id    uuid references members on delete set null,
  joined_at     timestamptz not null default now()
);
create index invited_members_invitation on invited_members (invitation_id, member_id desc) where invitation_id is not null;
create index invited_members_inviter on invited_members (inviter_id) where inviter_id is not null;

-- An account whose address was never verified was nobody's: its use of an invitation is free again when it goes.
create function free_invitation_use() returns trigger language plpgsql as $$
begin
  update invitations i set used = i.used - 1
    from invited_members im where im.member_id = old.id and i.id = im.invitation_id and i.used > 0;
  return old;
end $$;
create trigger members_invitation_use before delete on members
  for each row when (old.email_verified_at is null) execute function free_invitation_use();
