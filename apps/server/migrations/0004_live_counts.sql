-- A suspended or closed account does not exist for anybody else, so it stands in no count either. The counts kept with
-- the posts follow the moment an account goes or comes back; whoever likes, unlikes or comments holds the account's row
-- in share mode meanwhile, so that neither passes the other unseen.
create function recount_photos_of_member() returns trigger language plpgsql as $$
declare
  step constant integer := case when new.is_live then 1 else -1 end;
begin
  -- In the order of their ids, so that two accounts going at once never wait for each other.
  perform 1 from photos p
    where p.id in (select photo_id from likes where member_id = new.id
                   union select photo_id from comments where member_id = new.id and deleted_at is null)
    order by p.id for no key update;
  update photos p set likes_count = p.likes_count + step
    from likes l where l.member_id = new.id and p.id = l.photo_id;
  update photos p set comments_count = p.comments_count + step * c.said
    from (select photo_id, count(*)::integer as said from comments where member_id = new.id and deleted_at is null group by photo_id) c
    where p.id = c.photo_id;
  return null;
end $$;
create trigger members_live_counts after update on members
  for each row when (old.is_live is distinct from new.is_live) execute function recount_photos_of_member();

-- Who of those that somebody follows keeps posts to followers: asked on every read of the feed.
create index members_restricted on members (id) include (photos_count) where audience = 'followers' and is_live;
