-- Accounts. An address belongs to the member who verified it, so several pending accounts may carry
-- one address while only one verified account can. Names that must be unique compare bytes ("C").
create table members (
  id                uuid primary key,
  username          text collate "C" not null unique,
  name              text not null,
  email             text collate "C" not null,
  email_verified_at timestamptz,
  password_hash     text,
  role              text not null default 'member' check (role in ('member', 'moderator', 'admin')),
  phone             text,
  country_code      text,
  country           text,
  occupation        text,
  bio               text,
  gender            text check (gender in ('male', 'female', 'non-binary', 'other', 'prefer-not-to-say')),
  date_of_birth     date,
  social_links      jsonb not null default '{}',
  avatar_image_id   uuid,
  avatar_stock      text,
  profile_visibility text not null default 'public' check (profile_visibility in ('public', 'private')),
  post_visibility    text not null default 'public' check (post_visibility in ('public', 'followers')),
  contact_visibility text not null default 'everyone' check (contact_visibility in ('everyone', 'followers', 'registered', 'private')),
  show_online_status    boolean not null default true,
  allow_direct_messages boolean not null default true,
  show_email            boolean not null default false,
  show_phone_number     boolean not null default false,
  show_location         boolean not null default true,
  show_birthday         boolean not null default false,
  notify_on_mention     boolean not null default true,
  notify_on_reply       boolean not null default true,
  notify_on_follow      boolean not null default true,
  plan_name         text,
  plan_ends_at      timestamptz,
  photos_count      integer not null default 0 check (photos_count >= 0),
  followers_count   integer not null default 0 check (followers_count >= 0),
  following_count   integer not null default 0 check (following_count >= 0),
  created_at        timestamptz not null default now(),
  suspended_at      timestamptz,
  closed_at         timestamptz,
  -- Who the member's posts reach. A private profile's posts reach followers only, whatever post_visibility says.
  audience text not null generated always as (
    case when profile_visibility = 'private' or post_visibility = 'followers' then 'followers' else 'public' end
  ) stored,
  -- A suspended or closed account does not exist for anybody else.
  is_live boolean not null generated always as (suspended_at is null and closed_at is null) stored
);
create unique index members_verified_email on members (email) where email_verified_at is not null;
create index members_email on members (email);
create index members_pending on members (created_at) where email_verified_at is null;
-- Answers "how many posts are there for everybody" without reading the posts.
create index members_public_photos on members (photos_count) where audience = 'public' and is_live and photos_count > 0;

-- Secrets are kept as SHA-256 only. A refresh secret is good once; the one before it is kept to tell a
-- second tab (within seconds) from a thief (later).
create table sessions (
  id            uuid primary key,
  member_id     uuid not null references members on delete cascade,
  refresh_hash  bytea not null unique,
  previous_refresh_hash bytea,
  refreshed_at  timestamptz not null default now(),
  device_name   text,
  created_at    timestamptz not null default now(),
  used_at       timestamptz not null default now()
);
create index sessions_member on sessions (member_id);
create index sessions_previous on sessions (previous_refresh_hash) where previous_refresh_hash is not null;
create index sessions_used on sessions (used_at);

create table session_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  expires_at timestamptz not null
);
create index session_tokens_session on session_tokens (session_id);
create index session_tokens_expiry on session_tokens (expires_at);

create table categories (
  id       uuid primary key,
  name     text not null unique,
  slug     text collate "C" not null unique,
  position integer not null
);
insert into categories (id, name, slug, position) values
  ('019aa000-0000-7000-8000-000000000001', 'Music', 'music', 1),
  ('019aa000-0000-7000-8000-000000000002', 'Dance', 'dance', 2),
  ('019aa000-0000-7000-8000-000000000003', 'Textile', 'textile', 3),
  ('019aa000-0000-7000-8000-000000000004', 'Painting', 'painting', 4),
  ('019aa000-0000-7000-8000-000000000005', 'Sculpture', 'sculpture', 5),
  ('019aa000-0000-7000-8000-000000000006', 'Photography', 'photography', 6),
  ('019aa000-0000-7000-8000-000000000007', 'Food', 'food', 7),
  ('019aa000-0000-7000-8000-000000000008', 'Festivals', 'festivals', 8),
  ('019aa000-0000-7000-8000-000000000009', 'Architecture', 'architecture', 9),
  ('019aa000-0000-7000-8000-00000000000a', 'Fashion', 'fashion', 10),
  ('019aa000-0000-7000-8000-00000000000b', 'Literature', 'literature', 11),
  ('019aa000-0000-7000-8000-00000000000c', 'Film', 'film', 12);

create table member_interests (
  member_id   uuid not null references members on delete cascade,
  category_id uuid not null references categories on delete cascade,
  primary key (member_id, category_id)
);
create index member_interests_category on member_interests (category_id);

create table follows (
  follower_id uuid not null references members on delete cascade,
  followed_id uuid not null references members on delete cascade,
  created_at  timestamptz not null default now(),
  primary key (follower_id, followed_id),
  check (follower_id <> followed_id)
);
create index follows_followed on follows (followed_id, created_at desc);

-- A block works both ways for what is seen; a mute is silent and one way.
create table blocks (
  blocker_id uuid not null references members on delete cascade,
  blocked_id uuid not null references members on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_blocked on blocks (blocked_id, blocker_id);

create table mutes (
  muter_id   uuid not null references members on delete cascade,
  muted_id   uuid not null references members on delete cascade,
  created_at timestamptz not null default now(),
  primary key (muter_id, muted_id),
  check (muter_id <> muted_id)
);
