-- Posts of the forum can be reported, as photos, comments and members can.
alter table reports
  add column forum_post_id uuid references forum_posts on delete cascade,
  drop constraint reports_subject,
  add constraint reports_subject check (num_nonnulls(photo_id, comment_id, member_id, forum_post_id) = 1);
create unique index reports_forum_post on reports (forum_post_id, reporter_id) where forum_post_id is not null and resolved_at is null;
create index reports_of_forum_post on reports (forum_post_id) where forum_post_id is not null;

-- Whatever takes the words out of a post for good takes its reports along.
create function remove_forum_post_reports() returns trigger language plpgsql as $$
begin
  delete from reports where forum_post_id = new.id;
  return null;
end $$;
create trigger forum_posts_emptied_reports after update of author_id on forum_posts for each row
  when (old.author_id is not null and new.author_id is null) execute function remove_forum_post_reports();
