-- Columns by the words that everybody knows. What they hold stays.
alter table members rename column renown to popularity;
alter index members_renown rename to members_popularity;
alter table subscriptions rename column told_at to reported_at;
alter table subscriptions rename column told_by to reported_by;
