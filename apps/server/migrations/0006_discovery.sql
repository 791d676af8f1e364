-- Text as it is searched: blind to case and diacritics, so that `olu` finds `Olú`. Letters with hooks, which Unicode does not
-- take apart, are mapped by hand; punctuation parts words; no word is longer than an index can hold.
create function fold(words text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(
           regexp_replace(
             regexp_replace(
               translate(lower(normalize(words, NFKD)), 'ƁƊƘƳŊƐƆØŁĐŦƏɓɗƙƴŋɛɔøłđŧəıƉƑƔƎɖƒɣǝʋƲ', 'bdkyneooldtebdkyneooldteidfgedfgevv'),
               '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u135d-\u135f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u02bb\u02bc\ua78c\u2018\u2019'']', '', 'g'),
             '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u060c\u061b\u061f\u06d4\u1361-\u1368\u2000-\u206f\u3000-\u3003\u3008-\u3011\u3014-\u301f\u30fb\ufeff]+', ' ', 'g'),
           '([^ ]{60})[^ ]+', '\1', 'g')
$$;

-- The words of a text, each once.
create function searched(words text) returns tsvector language sql immutable strict parallel safe as $$
  select array_to_tsvector(array_remove(string_to_array(fold(words), ' '), ''))
$$;

-- What finds them: every word typed, or the beginning of one. Null where nothing was typed.
create function sought(words text) returns tsquery language sql immutable strict parallel safe as $$
  select string_agg('''' || word || ''':*', ' & ')::tsquery
    from (select distinct word from unnest(string_to_array(fold(words), ' ')) as word where word <> '') typed
$$;

-- `search`: what a post is found by.
-- `heat`: how much it is talked about, against when it was posted: what was said and liked counts by its logarithm, and a day and
-- a half wear off one step of e. It does not change as time passes, so an index has the order ready; and it grows in quarters, so
-- that most likes leave the index alone.
alter table photos
  add column search tsvector not null generated always as (searched(title || ' ' || coalesce(description, ''))) stored,
  add column heat double precision not null generated always as (
    floor(4 * ln((1 + 1.5 * likes_count + 2 * comments_count)::double precision)) / 4
    + extract(epoch from created_at at time zone 'UTC')::double precision / 129600) stored;
create index photos_search on photos using gin (search) where deleted_at is null and removed_at is null;
create index photos_heat on photos (heat desc, id desc) where deleted_at is null and removed_at is null;

-- `renown`: how well a member is known, in steps that grow, so that most follows leave the index alone: those found by a word that
-- many have are read in this order.
alter table members
  add column search tsvector not null generated always as (searched(name || ' ' || username)) stored,
  add column renown integer not null generated always as (floor(2 * ln((1 + followers_count)::double precision))::integer) stored;
create index members_search on members using gin (search) where is_live and email_verified_at is not null;
create index members_renown on members (renown desc, id desc) where is_live and email_verified_at is not null;

-- How many posts a member has in each category: what the categories' counts are summed from, for every viewer their own.
create table category_tallies (
  category_id  uuid not null references categories on delete cascade,
  member_id    uuid not null references members on delete cascade,
  photos_count integer not null check (photos_count >= 0),
  primary key (category_id, member_id) include (photos_count)
);
create index category_tallies_member on category_tallies (member_id);
create function tally_photo() returns trigger language plpgsql as $$
begin
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
  return null;
end $$;
create trigger photos_tally after insert or delete or update of category_id, deleted_at, removed_at on photos
  for each row execute function tally_photo();
insert into category_tallies
  select category_id, member_id, count(*) from photos
   where category_id is not null and deleted_at is null and removed_at is null group by 1, 2;

-- Who is named in a comment, as it was when it was written.
create table comment_mentions (
  comment_id uuid not null references comments on delete cascade,
  member_id  uuid not null references members on delete cascade,
  primary key (comment_id, member_id)
);
create index comment_mentions_member on comment_mentions (member_id);

-- Whoever goes or comes back is named, or named no more, in the comments of others: their posts are written, so that whoever knows a
-- post by its version reads it anew.
create or replace function recount_photos_of_member() returns trigger language plpgsql as $$
declare
  step constant integer := case when new.is_live then 1 else -1 end;
begin
  -- In the order of their ids, so that two accounts going at once never wait for each other.
  perform 1 from photos p
    where p.id in (select photo_id from likes where member_id = new.id
                   union select photo_id from comments where member_id = new.id and deleted_at is null
                   union select c.photo_id from comment_mentions cm join comments c on c.id = cm.comment_id where cm.member_id = new.id)
    order by p.id for no key update;
  update photos p set likes_count = p.likes_count + step
    from likes l where l.member_id = new.id and p.id = l.photo_id;
  update photos p set comments_count = p.comments_count + step * c.said
    from (select photo_id, count(*)::integer as said from comments where member_id = new.id and deleted_at is null group by photo_id) c
    where p.id = c.photo_id;
  update photos p set comments_count = p.comments_count
    where p.id in (select c.photo_id from comment_mentions cm join comments c on c.id = cm.comment_id where cm.member_id = new.id);
  return null;
end $$;

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in ('like', 'comment', 'follow', 'mention', 'other'));

-- What members ask the organisers to look at. While one is open, organisers see the reported post even where it is not for them.
create table reports (
  id           uuid primary key,
  reporter_id  uuid references members on delete set null,
  subject_type text not null check (subject_type in ('photo', 'comment', 'user')),
  photo_id     uuid references photos on delete cascade,
  comment_id   uuid references comments on delete cascade,
  member_id    uuid references members on delete cascade,
  reason       text not null,
  note         text,
  created_at   timestamptz not null default now(),
  resolved_at  timestamptz,
  check (num_nonnulls(photo_id, comment_id, member_id) = 1)
);
-- Reported again by the same member, it is the same report for as long as it is open.
create unique index reports_photo on reports (photo_id, reporter_id) where photo_id is not null and resolved_at is null;
create unique index reports_comment on reports (comment_id, reporter_id) where comment_id is not null and resolved_at is null;
create unique index reports_member on reports (member_id, reporter_id) where member_id is not null and resolved_at is null;
create index reports_reporter on reports (reporter_id);
create index reports_of_photo on reports (photo_id);
create index reports_of_comment on reports (comment_id);
create index reports_of_member on reports (member_id);
create index reports_open on reports (id) where resolved_at is null;
