-- Where the notifications of a member are pushed to: a browser that is signed in. It ends with the session.
create table push_subscriptions (
  id            uuid primary key,
  member_id     uuid not null references members on delete cascade,
  session_id    uuid not null references sessions on delete cascade,
  endpoint      text not null,
  endpoint_hash bytea not null,
  p256dh        text not null,
  auth          text not null,
  shows_content boolean not null default false,
  created_at    timestamptz not null default now()
);
-- A browser has one address, whoever is signed in with it.
create unique index push_subscriptions_endpoint on push_subscriptions (endpoint_hash);
create unique index push_subscriptions_session on push_subscriptions (session_id);
create index push_subscriptions_member on push_subscriptions (member_id);
