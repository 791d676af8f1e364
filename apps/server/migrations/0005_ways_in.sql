-- Ways into an account beside its first password, and ways to change or leave it. Secrets that the server only compares are
-- kept as SHA-256; the one it must compute with (of an authenticator app) is encrypted with the installation's key.

-- One a member: a newer link takes the place of the one before. Bound to the address it was mailed to.
create table password_resets (
  member_id  uuid primary key references members on delete cascade,
  token_hash bytea not null unique,
  email      text not null,
  expires_at timestamptz not null
);
create index password_resets_expiry on password_resets (expires_at);

-- An address asked for and not confirmed yet; the newest alone. It belongs to nobody until its link was followed.
create table email_changes (
  member_id  uuid primary key references members on delete cascade,
  email      text collate "C" not null,
  created_at timestamptz not null default now()
);
create index email_changes_created on email_changes (created_at);

-- Who somebody is at an external provider. The issuer and its word for the person alone decide; the address is for show.
create table identities (
  issuer     text collate "C" not null,
  subject    text collate "C" not null,
  member_id  uuid not null references members on delete cascade,
  email      text,
  created_at timestamptz not null default now(),
  used_at    timestamptz not null default now(),
  primary key (issuer, subject)
);
create index identities_member on identities (member_id);

-- Between the provider's answer and the session: good once, for a minute, in the browser that began.
create table oauth_handoffs (
  token_hash   bytea primary key,
  browser_hash bytea not null,
  member_id    uuid not null references members on delete cascade,
  expires_at   timestamptz not null
);
create index oauth_handoffs_expiry on oauth_handoffs (expires_at);
create index oauth_handoffs_member on oauth_handoffs (member_id);

-- The second step. It holds once confirmed; `last_step` is the time step of the last code taken, so that none is taken twice.
create table totp_secrets (
  member_id     uuid primary key references members on delete cascade,
  sealed_secret text not null,
  confirmed_at  timestamptz,
  last_step     bigint not null default 0,
  created_at    timestamptz not null default now()
);

create table recovery_codes (
  member_id uuid not null references members on delete cascade,
  code_hash bytea not null,
  used_at   timestamptz,
  primary key (member_id, code_hash)
);

create table passkeys (
  id            uuid primary key,
  member_id     uuid not null references members on delete cascade,
  credential_id bytea not null unique,
  public_key    bytea not null,
  counter       bigint not null,
  transports    text[] not null,
  name          text not null,
  is_synced     boolean not null,
  created_at    timestamptz not null default now(),
  used_at       timestamptz
);
create index passkeys_member on passkeys (member_id);

-- Good once, for some minutes. With a member: to make a passkey; without: to sign in with one.
create table passkey_challenges (
  challenge_hash bytea primary key,
  member_id      uuid references members on delete cascade,
  expires_at     timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
create index passkey_challenges_member on passkey_challenges (member_id);

-- However often it is used, a session ends after 180 days.
create index sessions_created on sessions (created_at);
-- Those that wait to be erased.
create index members_closed on members (closed_at) where closed_at is not null;

-- Once its erasing has begun an account cannot come back, however far the erasing has come.
alter table members add column erasing_since timestamptz;

-- Pictures outlive their member by the hours until the sweep takes their files.
alter table images alter column member_id drop not null;

-- Whoever goes takes their rows along without a table being read from end to end: every key that points at them has an index.
create index members_avatar on members (avatar_image_id) where avatar_image_id is not null;
create index mutes_muted on mutes (muted_id);
drop index comments_photo;
create index comments_photo on comments (photo_id, id desc);

-- Nor does an account that is gone stand among anybody's followers: as 0004 has it for likes and comments.
create function recount_follows_of_member() returns trigger language plpgsql as $$
declare
  step constant integer := case when new.is_live then 1 else -1 end;
begin
  perform 1 from members m
    where m.id in (select followed_id from follows where follower_id = new.id
                   union select follower_id from follows where followed_id = new.id)
    order by m.id for no key update;
  update members m set followers_count = m.followers_count + step
    from follows f where f.follower_id = new.id and m.id = f.followed_id;
  update members m set following_count = m.following_count + step
    from follows f where f.followed_id = new.id and m.id = f.follower_id;
  return null;
end $$;
create trigger members_live_follows after update on members
  for each row when (old.is_live is distinct from new.is_live) execute function recount_follows_of_member();
update members m set followers_count = m.followers_count - gone.n
  from (select f.followed_id as id, count(*)::integer as n from follows f join members g on g.id = f.follower_id and not g.is_live group by 1) gone
 where m.id = gone.id;
update members m set following_count = m.following_count - gone.n
  from (select f.follower_id as id, count(*)::integer as n from follows f join members g on g.id = f.followed_id and not g.is_live group by 1) gone
 where m.id = gone.id;
