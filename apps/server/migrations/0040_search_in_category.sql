-- The words of a post, each behind its category: what is rare in a category is found among the posts of that category alone, however many
-- posts elsewhere have the word.
create function in_category(words tsvector, category uuid) returns tsvector language sql immutable strict parallel safe as $$
  select array_to_tsvector(array(select category::text || ' ' || word from unnest(tsvector_to_array(words)) as word))
$$;
create index photos_search_in_category on photos using gin (in_category(search, category_id))
  where category_id is not null and deleted_at is null and removed_at is null;
