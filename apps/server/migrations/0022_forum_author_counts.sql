-- How many posts of an author are there in the topics of a category: what is taken off its counts for whoever hides that author.
create table forum_author_counts (
  author_id   uuid not null references members on delete cascade,
  category_id uuid not null references forum_categories on delete cascade,
  posts_count integer not null default 0,
  primary key (author_id, category_id)
);
create index forum_author_counts_category on forum_author_counts (category_id);

-- Posts that came, went or moved, in the topics that are there. A statement changes which posts are there or where their topic stands, never
-- both: each of the two triggers sees the other table as it is. The counts are changed in one order.
create function count_forum_posts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into forum_author_counts as kept (author_id, category_id, posts_count)
    select p.author_id, t.category_id, count(*) from after_change p join forum_topics t on t.id = p.topic_id and t.is_there
     where p.is_there and p.author_id is not null group by 1, 2 order by 1, 2
    on conflict (author_id, category_id) do update set posts_count = kept.posts_count + excluded.posts_count;
  else
    insert into forum_author_counts as kept (author_id, category_id, posts_count)
    select p.author_id, t.category_id, sum(p.step)
      from (select author_id, topic_id, 1 as step from after_change where is_there and author_id is not null
            union all select author_id, topic_id, -1 from before_change where is_there and author_id is not null) p
      join forum_topics t on t.id = p.topic_id and t.is_there
     group by 1, 2 having sum(p.step) <> 0 order by 1, 2
    on conflict (author_id, category_id) do update set posts_count = kept.posts_count + excluded.posts_count;
  end if;
  return null;
end $$;
-- Rows go with their topic only, which was deleted before and is counted nowhere.
create trigger forum_posts_added after insert on forum_posts referencing new table as after_change
  for each statement execute function count_forum_posts();
create trigger forum_posts_changed after update on forum_posts referencing old table as before_change new table as after_change
  for each statement execute function count_forum_posts();

-- Topics that came, went or moved, with all that was written in them.
create function count_forum_authors() returns trigger language plpgsql as $$
begin
  insert into forum_author_counts as kept (author_id, category_id, posts_count)
  select p.author_id, t.category_id, sum(t.step)
    from (select id, category_id, 1 as step from after_change where is_there
          union all select id, category_id, -1 from before_change where is_there) t
    join (select was.id from before_change was join after_change now_is using (id)
           where (was.is_there, was.category_id) is distinct from (now_is.is_there, now_is.category_id)) changed on changed.id = t.id
    join forum_posts p on p.topic_id = t.id and p.is_there and p.author_id is not null
   group by 1, 2 having sum(t.step) <> 0 order by 1, 2
  on conflict (author_id, category_id) do update set posts_count = kept.posts_count + excluded.posts_count;
  return null;
end $$;
create trigger forum_topics_authors after update on forum_topics referencing old table as before_change new table as after_change
  for each statement execute function count_forum_authors();

insert into forum_author_counts (author_id, category_id, posts_count)
select p.author_id, t.category_id, count(*) from forum_posts p join forum_topics t on t.id = p.topic_id and t.is_there
 where p.is_there and p.author_id is not null group by 1, 2;
