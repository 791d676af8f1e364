-- Who follows whom, newest first from both ends, by key.
drop index follows_followed;
create index follows_followed on follows (followed_id, created_at desc, follower_id desc);
create index follows_follower on follows (follower_id, created_at desc, followed_id desc);
create index blocks_newest on blocks (blocker_id, created_at desc, blocked_id desc);
create index mutes_newest on mutes (muter_id, created_at desc, muted_id desc);

-- Somebody is told of a follower once, for as long as it stands.
create unique index notifications_follow on notifications (member_id, actor_id) where type = 'follow';

-- The newest members of an interest, by key.
drop index member_interests_category;
create index member_interests_category on member_interests (category_id, member_id);

-- Members whose profile is private stand in nobody's list but their own and that list's owner's, and so they are left out of the
-- counts of everybody else: they are counted apart. Accounts that are gone stand in neither.
alter table members
  add column private_followers_count integer not null default 0 check (private_followers_count >= 0),
  add column private_following_count integer not null default 0 check (private_following_count >= 0),
  add column counts_private boolean not null generated always as (profile_visibility = 'private' and suspended_at is null and closed_at is null) stored;
update members m set private_followers_count = hidden.n
  from (select f.followed_id as id, count(*)::integer as n from follows f join members p on p.id = f.follower_id and p.counts_private group by 1) hidden
 where m.id = hidden.id;
update members m set private_following_count = hidden.n
  from (select f.follower_id as id, count(*)::integer as n from follows f join members p on p.id = f.followed_id and p.counts_private group by 1) hidden
 where m.id = hidden.id;

-- Nor does the order of those whom a word finds tell of them.
alter table members drop column renown;
alter table members add column renown integer not null
  generated always as (floor(2 * ln((1 + greatest(followers_count - private_followers_count, 0))::double precision))::integer) stored;
create index members_renown on members (renown desc, id desc) where is_live and email_verified_at is not null;

drop trigger members_live_follows on members;
create or replace function recount_follows_of_member() returns trigger language plpgsql as $$
declare
  step constant integer := new.is_live::integer - old.is_live::integer;
  private_step constant integer := new.counts_private::integer - old.counts_private::integer;
begin
  perform 1 from members m
    where m.id in (select followed_id from follows where follower_id = new.id
                   union select follower_id from follows where followed_id = new.id)
    order by m.id for no key update;
  update members m set followers_count = m.followers_count + step, private_followers_count = m.private_followers_count + private_step
    from follows f where f.follower_id = new.id and m.id = f.followed_id;
  update members m set following_count = m.following_count + step, private_following_count = m.private_following_count + private_step
    from follows f where f.followed_id = new.id and m.id = f.follower_id;
  return null;
end $$;
create trigger members_follows after update on members
  for each row when (old.is_live is distinct from new.is_live or old.counts_private is distinct from new.counts_private)
  execute function recount_follows_of_member();

-- How a member wants to hear by mail of each kind of thing.
alter table members add column email_notification_preferences jsonb not null
  default '{"likes": "off", "comments": "daily", "follows": "daily", "mentions": "instant", "forum": "daily", "digest": "weekly"}';

-- What a paid member makes of their profile. It stays when the plan ends, and is shown again with the next.
alter table members
  add column cover_image_id uuid references images,
  add column accent text;
create index members_cover on members (cover_image_id) where cover_image_id is not null;
alter table images drop constraint images_kind_check;
alter table images add constraint images_kind_check check (kind in ('photo', 'avatar', 'cover'));
create table pinned_photos (
  member_id uuid not null references members on delete cascade,
  position  smallint not null check (position between 0 and 2),
  photo_id  uuid not null unique references photos on delete cascade,
  primary key (member_id, position)
);

-- Where a plan comes from. What is in force, `plan_name` and `plan_ends_at` of the member, is whichever of these ends last.
create table plan_grants (
  member_id  uuid primary key references members on delete cascade,
  plan_name  text not null,
  ends_at    timestamptz,
  created_at timestamptz not null default now()
);
insert into plan_grants (member_id, plan_name, ends_at) select id, plan_name, plan_ends_at from members where plan_name is not null;

-- A customer of the payment provider is a member once a checkout, or a subscription itself, said whose it is; the oldest that did so
-- stands. Subscriptions may be heard of before that. Whoever goes takes all of it along.
create table billing_customers (
  customer_id text collate "C" primary key,
  member_id   uuid references members on delete cascade,
  named_at    timestamptz,
  deleted_at  timestamptz,
  created_at  timestamptz not null default now()
);
create index billing_customers_member on billing_customers (member_id);
create index billing_customers_unnamed on billing_customers (created_at) where member_id is null;
create table subscriptions (
  id          text collate "C" primary key,
  customer_id text collate "C" not null references billing_customers on delete cascade,
  status      text not null,
  plan_name   text not null,
  -- Until when it gives the plan; null: it never did.
  ends_at     timestamptz,
  -- The newest event that was taken into account, and when it happened: events come late, twice and in any order.
  told_at     timestamptz not null,
  told_by     text collate "C" not null
);
create index subscriptions_customer on subscriptions (customer_id);
create table billing_events (
  id          text collate "C" primary key,
  type        text not null,
  received_at timestamptz not null default now()
);
create index billing_events_received on billing_events (received_at);

-- Whoever takes all that they made along reads it page by page.
drop index images_member;
create index images_member on images (member_id, id);
drop index likes_member;
create index likes_member on likes (member_id, photo_id);
drop index comments_member;
create index comments_member on comments (member_id, id);
