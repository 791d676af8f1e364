-- What a tag is found by: blind to case and diacritics, as the words of a search are. Null where nothing is left of it.
create function tag_key(name text) returns text language sql immutable strict parallel safe as $$
  select nullif(btrim(left(fold(name), 100)), '')
$$;

-- `uses_count`: how many posts and topics have it, whoever may see them. It orders what is suggested and is shown to nobody.
create table tags (
  key        text collate "C" primary key,
  uses_count integer not null default 0 check (uses_count >= 0)
);
create index tags_unused on tags (key) where uses_count = 0;

-- `name`: the tag as it was written there.
create table photo_tags (
  tag      text collate "C" not null references tags on delete cascade,
  photo_id uuid not null references photos on delete cascade,
  name     text not null,
  primary key (tag, photo_id)
);
create index photo_tags_photo on photo_tags (photo_id);

-- Of a topic's opening.
create table forum_topic_tags (
  tag      text collate "C" not null references tags on delete cascade,
  topic_id uuid not null references forum_topics on delete cascade,
  name     text not null,
  primary key (tag, topic_id)
);
create index forum_topic_tags_topic on forum_topic_tags (topic_id);

-- Tags are locked in the order of their keys, by everybody.
create function count_tag_uses() returns trigger language plpgsql as $$
declare
  step constant integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  perform from tags where key in (select tag from changed) order by key for no key update;
  update tags t set uses_count = t.uses_count + step * c.uses
    from (select tag, count(*)::integer as uses from changed group by tag) c where t.key = c.tag;
  return null;
end $$;
create trigger photo_tags_added after insert on photo_tags
  referencing new table as changed for each statement execute function count_tag_uses();
create trigger photo_tags_removed after delete on photo_tags
  referencing old table as changed for each statement execute function count_tag_uses();
create trigger forum_topic_tags_added after insert on forum_topic_tags
  referencing new table as changed for each statement execute function count_tag_uses();
create trigger forum_topic_tags_removed after delete on forum_topic_tags
  referencing old table as changed for each statement execute function count_tag_uses();

-- Older posts and topics that may have tags. A job finds these and empties the table.
create table untagged_posts (
  photo_id uuid unique references photos on delete cascade,
  topic_id uuid unique references forum_topics on delete cascade,
  check (num_nonnulls(photo_id, topic_id) = 1)
);
insert into untagged_posts (photo_id)
  select id from photos where deleted_at is null and (title like '%#%' or description like '%#%');
insert into untagged_posts (topic_id)
  select topic_id from forum_posts where number = 1 and deleted_at is null and body like '%#%';
