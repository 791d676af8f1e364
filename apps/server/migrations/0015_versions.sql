-- Every write of a post or of a member raises its version, whoever writes and whatever it changes. Whoever keeps something made of a row
-- knows by it whether the row is still the same. The row is locked while it is written, so no two committed states share a version.
alter table photos add column version bigint not null default 1;
alter table members add column version bigint not null default 1;
create function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger photos_version before update on photos for each row execute function raise_version();
create trigger members_version before update on members for each row execute function raise_version();
