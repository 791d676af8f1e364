-- What a member does not want to read. Theirs alone: their pages fold what has such a word.
alter table members add column muted_words text[] not null default '{}' check (cardinality(muted_words) <= 100);
