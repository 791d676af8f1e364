-- How many posts for everybody a category has, in sixteen parts by their members, so that those who post at once seldom wait for each
-- other. What a viewer finds is this, without whom they do not see, and with the restricted members who let them in.
create table category_counts (
  category_id  uuid not null references categories on delete cascade,
  part         smallint not null check (part between 0 and 15),
  photos_count integer not null default 0,
  primary key (category_id, part) include (photos_count)
);
create function category_part(member_id uuid) returns smallint language sql immutable strict parallel safe as $$
  select (uuid_hash(member_id) & 15)::smallint
$$;

-- As before; and where the member's posts are for everybody, the categories are counted as well. Whoever posts, changes a post or deletes one
-- has locked the member first: so a member whose posts become restricted at the same moment waits, and is counted as they are.
create or replace function tally_photo() returns trigger language plpgsql as $$
declare
  is_public boolean;
begin
  select m.audience = 'public' and m.is_live into is_public
    from members m where m.id = coalesce(new.member_id, old.member_id) for no key update;
  -- Two posts that change places at once wait for each other in one order.
  if tg_op = 'UPDATE' and new.category_id <> old.category_id then
    perform from category_tallies where member_id = old.member_id and category_id in (old.category_id, new.category_id)
      order by category_id for update;
  end if;
  if tg_op <> 'INSERT' and old.category_id is not null and old.deleted_at is null and old.removed_at is null then
    update category_tallies set photos_count = photos_count - 1 where category_id = old.category_id and member_id = old.member_id;
  end if;
  if tg_op <> 'DELETE' and new.category_id is not null and new.deleted_at is null and new.removed_at is null then
    insert into category_tallies values (new.category_id, new.member_id, 1)
      on conflict (category_id, member_id) do update set photos_count = category_tallies.photos_count + 1;
  end if;
  if is_public then
    insert into category_counts as kept (category_id, part, photos_count)
    select category_id, category_part(coalesce(new.member_id, old.member_id)), sum(step)
      from (select old.category_id, -1 as step where tg_op <> 'INSERT' and old.deleted_at is null and old.removed_at is null
            union all
            select new.category_id, 1 where tg_op <> 'DELETE' and new.deleted_at is null and new.removed_at is null) changed
     where category_id is not null group by 1 having sum(step) <> 0 order by 1
    on conflict (category_id, part) do update set photos_count = kept.photos_count + excluded.photos_count;
  end if;
  return null;
end $$;

-- Posts that become restricted, or come to be for everybody, are counted out of all categories or into them, and so are those of an account
-- that goes, comes back or is removed: how many there are is known, so it is a row a category.
create function count_categories_of_member() returns trigger language plpgsql as $$
declare
  step constant integer := case when tg_op = 'UPDATE' and new.audience = 'public' and new.is_live then 1 else -1 end;
begin
  insert into category_counts as kept (category_id, part, photos_count)
  select t.category_id, category_part(old.id), step * t.photos_count
    from category_tallies t where t.member_id = old.id and t.photos_count > 0 order by t.category_id
  on conflict (category_id, part) do update set photos_count = kept.photos_count + excluded.photos_count;
  return old;
end $$;
create trigger members_audience_categories after update on members
  for each row when ((old.audience = 'public' and old.is_live) is distinct from (new.audience = 'public' and new.is_live))
  execute function count_categories_of_member();
-- Before: what they posted goes with them, and is counted by nobody any more.
create trigger members_removed_categories before delete on members
  for each row when (old.audience = 'public' and old.is_live) execute function count_categories_of_member();

insert into category_counts (category_id, part, photos_count)
  select t.category_id, category_part(t.member_id), sum(t.photos_count)
    from category_tallies t join members m on m.id = t.member_id
   where m.audience = 'public' and m.is_live group by 1, 2 order by 1, 2;
