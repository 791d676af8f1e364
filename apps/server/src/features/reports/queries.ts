import type { Statements } from '../../db/database.ts';
import { commentVisible } from '../../visibility/comments.ts';
import { forumPostOpened, topicThere } from '../../visibility/forum.ts';
import { memberVisible } from '../../visibility/members.ts';
import { photoVisible } from '../../visibility/photos.ts';

/** What can be reported. */
export type ReportSubject = 'photo' | 'comment' | 'user' | 'forum_post';

export interface NewReport {
  subject: ReportSubject;
  id: string;
  reporterId: string;
  subjectId: string;
  reason: string;
  /** Nothing is kept of an empty one. */
  note: string;
}

/**
 * Keeps a report of `$2` by `$1`, unless one by the same member is open or it is their own, and answers whose it is. The subject is
 * locked, so that it is not erased meanwhile. One entry a subject: adding one is a column of `reports` and its statement here.
 */
const add: Record<ReportSubject, string> = {
  photo: `with subject as (
      select p.id, p.member_id as owner_id from photos p join members m on m.id = p.member_id
       where p.id = $2 and ${photoVisible('$1', 'p', 'm')} for key share of p),
    added as (
      insert into reports (photo_id, id, reporter_id, reason, note)
      select id, $3, $1, $4, $5 from subject where owner_id <> $1 on conflict do nothing)
    select owner_id from subject`,
  comment: `with subject as (
      select c.id, c.member_id as owner_id from comments c join members m on m.id = c.member_id
        join photos p on p.id = c.photo_id join members o on o.id = p.member_id
       where c.id = $2 and ${commentVisible('$1', 'c', 'm')} and ${photoVisible('$1', 'p', 'o')} for key share of c),
    added as (
      insert into reports (comment_id, id, reporter_id, reason, note)
      select id, $3, $1, $4, $5 from subject where owner_id <> $1 on conflict do nothing)
    select owner_id from subject`,
  user: `with subject as (
      select m.id, m.id as owner_id from members m
       where m.id = $2 and m.email_verified_at is not null and ${memberVisible('$1', 'm')} for key share of m),
    added as (
      insert into reports (member_id, id, reporter_id, reason, note)
      select id, $3, $1, $4, $5 from subject where owner_id <> $1 on conflict do nothing)
    select owner_id from subject`,
  forum_post: `with subject as (
      select p.id, p.author_id as owner_id from forum_posts p join forum_topics t on t.id = p.topic_id
       where p.id = $2 and ${forumPostOpened('$1', 'p')} and ${topicThere('t')} for key share of p),
    added as (
      insert into reports (forum_post_id, id, reporter_id, reason, note)
      select id, $3, $1, $4, $5 from subject where owner_id <> $1 on conflict do nothing)
    select owner_id from subject`,
};

/** Whose a subject is that somebody reports; nothing where it is not there for them. */
export const addReport = (
  db: Statements,
  { subject, id, reporterId, subjectId, reason, note }: NewReport,
): Promise<{ owner_id: string } | undefined> => db.row(add[subject], [reporterId, subjectId, id, reason, note || null]);

/** Five hundred that a closed account made lose its name and its words. That something was reported stays. */
export const removeReporter = (db: Statements, memberId: string): Promise<number> =>
  db.run('update reports set reporter_id = null, note = null where id in (select id from reports where reporter_id = $1 limit 500)', [
    memberId,
  ]);

/** Five hundred that are about the account. */
export const removeReportsOf = (db: Statements, memberId: string): Promise<number> =>
  db.run('delete from reports where id in (select id from reports where member_id = $1 limit 500)', [memberId]);

/** Five hundred that are about its next fifty posts, which go next. */
export const removeReportsBelow = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `with own as materialized (select id from photos where member_id = $1 limit 50),
          below as materialized (
            select r.id from own cross join lateral (select id from reports where photo_id = own.id limit 500) r limit 500)
     delete from reports r using below b where r.id = b.id`,
    [memberId],
  );
