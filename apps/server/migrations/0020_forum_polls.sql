-- A poll belongs to the post that it was given with, and goes with it. What can be chosen never changes.
create table forum_polls (
  post_id      uuid primary key references forum_posts on delete cascade,
  question     text not null,
  several      boolean not null,
  -- Null: until somebody closes it.
  closes_at    timestamptz,
  voters_count integer not null default 0 check (voters_count >= 0)
);

create table forum_poll_choices (
  id          uuid primary key,
  post_id     uuid not null references forum_polls on delete cascade,
  position    smallint not null check (position between 1 and 12),
  text        text not null,
  votes_count integer not null default 0 check (votes_count >= 0),
  constraint forum_poll_choices_position unique (post_id, position)
);

create table forum_poll_votes (
  post_id    uuid not null references forum_polls on delete cascade,
  choice_id  uuid not null references forum_poll_choices on delete cascade,
  member_id  uuid not null references members on delete cascade,
  -- Whether it is in the counts: not where its member is gone. All votes of a member in one poll are alike.
  is_counted boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (post_id, member_id, choice_id)
);
create index forum_poll_votes_choice on forum_poll_votes (choice_id, member_id desc);
create index forum_poll_votes_member on forum_poll_votes (member_id, post_id);

-- Whatever takes the words out of a post for good takes its poll along.
create function remove_forum_poll() returns trigger language plpgsql as $$
begin
  delete from forum_polls where post_id = new.id;
  return null;
end $$;
create trigger forum_posts_emptied after update of author_id on forum_posts for each row
  when (old.author_id is not null and new.author_id is null) execute function remove_forum_poll();

-- Counts polls anew from their votes.
create function recount_forum_polls(ids uuid[]) returns void language sql as $$
  update forum_poll_choices c
     set votes_count = (select count(*) from forum_poll_votes v where v.choice_id = c.id and v.is_counted)
   where c.post_id = any(ids);
  update forum_polls q
     set voters_count = (select count(distinct v.member_id) from forum_poll_votes v where v.post_id = q.post_id and v.is_counted)
   where q.post_id = any(ids);
$$;

-- As before, and whoever voted is counted anew as well.
create or replace function note_departure() returns trigger language plpgsql as $$
begin
  perform 1 from forum_topics t where t.author_id = new.id order by t.id for no key update;
  update forum_topics set author_gone = not new.is_live where author_id = new.id;
  insert into forum_departures (member_id, is_gone)
  select new.id, not new.is_live
   where exists (select from forum_posts where author_id = new.id) or exists (select from forum_post_likes where member_id = new.id)
      or exists (select from forum_poll_votes where member_id = new.id)
  on conflict (member_id) do update set is_gone = excluded.is_gone, turn = forum_departures.turn + 1, started_at = now();
  return null;
end $$;
