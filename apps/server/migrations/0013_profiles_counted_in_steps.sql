-- Each follow keeps whether either end is counted as private with the other. A profile that opens or closes is brought into the counts
-- of those around it step by step, and may have a hundred thousand of them; meanwhile the difference is read from these columns.
-- Nobody follows, and no profile flips, between the columns and what they are to hold.
lock table members, follows in share row exclusive mode;
alter table follows
  add column follower_hidden boolean not null default false,
  add column followed_hidden boolean not null default false;
update follows f set follower_hidden = follower.counts_private, followed_hidden = followed.counts_private
  from members follower, members followed
 where follower.id = f.follower_id and followed.id = f.followed_id and (follower.counts_private or followed.counts_private);

-- Whose profile opened or closed and is not counted so everywhere yet. `turn` tells of a change during the work.
create table profile_flips (
  member_id  uuid primary key references members on delete cascade,
  turn       integer not null default 1,
  started_at timestamptz not null default now()
);

-- An account that goes or comes back is still counted at once.
create or replace function recount_follows_of_member() returns trigger language plpgsql as $$
declare
  step constant integer := new.is_live::integer - old.is_live::integer;
begin
  if step = 0 then
    insert into profile_flips (member_id) values (new.id)
      on conflict (member_id) do update set turn = profile_flips.turn + 1, started_at = now();
    return null;
  end if;
  perform 1 from members m
    where m.id in (select followed_id from follows where follower_id = new.id
                   union select follower_id from follows where followed_id = new.id)
    order by m.id for no key update;
  update members m set followers_count = m.followers_count + step,
         private_followers_count = m.private_followers_count + new.counts_private::integer - f.follower_hidden::integer
    from follows f where f.follower_id = new.id and m.id = f.followed_id;
  update members m set following_count = m.following_count + step,
         private_following_count = m.private_following_count + new.counts_private::integer - f.followed_hidden::integer
    from follows f where f.followed_id = new.id and m.id = f.follower_id;
  update follows set follower_hidden = new.counts_private where follower_id = new.id and follower_hidden <> new.counts_private;
  update follows set followed_hidden = new.counts_private where followed_id = new.id and followed_hidden <> new.counts_private;
  delete from profile_flips where member_id = new.id;
  return null;
end $$;
