import type { Statements } from '../../db/database.ts';
import { commentVisible } from '../../visibility/comments.ts';
import { memberVisible } from '../../visibility/members.ts';
import { photoVisible } from '../../visibility/photos.ts';

export interface NewReport {
  id: string;
  reporterId: string;
  subjectId: string;
  reason: string;
  /** Nothing is kept of an empty one. */
  note: string;
}

/** Whose a thing is that somebody reports; nothing where it is not there for them. */
export type Reported = { owner_id: string } | undefined;

const valuesOf = ({ id, reporterId, subjectId, reason, note }: NewReport): unknown[] => [reporterId, subjectId, id, reason, note || null];

/** Keeps a report, unless one by the same member is open, or the post is their own. It is held, so that it does not go meanwhile. */
export const addPhotoReport = (db: Statements, report: NewReport): Promise<Reported> =>
  db.row(
    `with subject as (
            select p.id, p.member_id from photos p join members m on m.id = p.member_id
             where p.id = $2 and ${photoVisible('$1', 'p', 'm')} for key share of p),
          added as (
            insert into reports (id, reporter_id, subject_type, photo_id, reason, note)
            select $3, $1, 'photo', id, $4, $5 from subject where member_id <> $1 on conflict do nothing)
     select member_id as owner_id from subject`,
    valuesOf(report),
  );

/** As `addPhotoReport`, of a comment below a post that the reporter can see. */
export const addCommentReport = (db: Statements, report: NewReport): Promise<Reported> =>
  db.row(
    `with subject as (
            select c.id, c.member_id from comments c join members m on m.id = c.member_id
              join photos p on p.id = c.photo_id join members o on o.id = p.member_id
             where c.id = $2 and ${commentVisible('$1', 'c', 'm')} and ${photoVisible('$1', 'p', 'o')} for key share of c),
          added as (
            insert into reports (id, reporter_id, subject_type, comment_id, reason, note)
            select $3, $1, 'comment', id, $4, $5 from subject where member_id <> $1 on conflict do nothing)
     select member_id as owner_id from subject`,
    valuesOf(report),
  );

/** As `addPhotoReport`, of a member. */
export const addMemberReport = (db: Statements, report: NewReport): Promise<Reported> =>
  db.row(
    `with subject as (
            select m.id from members m
             where m.id = $2 and m.email_verified_at is not null and ${memberVisible('$1', 'm')} for key share of m),
          added as (
            insert into reports (id, reporter_id, subject_type, member_id, reason, note)
            select $3, $1, 'user', id, $4, $5 from subject where id <> $1 on conflict do nothing)
     select id as owner_id from subject`,
    valuesOf(report),
  );

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
          hanging as materialized (
            select r.id from own cross join lateral (select id from reports where photo_id = own.id limit 500) r limit 500)
     delete from reports r using hanging h where r.id = h.id`,
    [memberId],
  );
