import type { ReportReason } from '@mbari/contract/platform/reports';
import type { Statements } from '../db/database.ts';
import { feedbackRead } from '../visibility/challenges.ts';
import { exhibitionVisible } from '../visibility/exhibitions.ts';
import { memberVisible } from '../visibility/members.ts';
import { commentReportable, forumPostReportable, messageReportable, photoReportable, reportShown } from '../visibility/moderation.ts';
import { photoPublic } from '../visibility/photos.ts';
import { seriesVisible } from '../visibility/series.ts';
import { freeze, messagesContentOf, subjectColumns, subjectsOf } from './evidence-queries.ts';

export type ReportSubject =
  | 'photo'
  | 'comment'
  | 'user'
  | 'forum_post'
  | 'topic'
  | 'series'
  | 'exhibition'
  | 'challenge'
  | 'feedback'
  | 'message';

export interface NewReport {
  subject: ReportSubject;
  id: string;
  reporterId: string;
  subjectId: string;
  /** Other messages that the reporter adds to a message. */
  messageIds?: readonly string[];
  reason: ReportReason | null;
  ruleId: string | null;
  isUrgent: boolean;
  note: string;
}

/** Inserts the report with a reason or a current rule. The CTE `subject` sets one subject column. */
const addedWith = (content?: string): string => `rule as (select r.id, r.is_urgent from rules r where r.id = $6 and r.position is not null),
    reported as (select s.*, $3::uuid as report_id from subject s where s.owner_id is distinct from $1 and ($6::uuid is null or exists (select from rule))),
    ${freeze(content)},
    added as (
      insert into reports (${subjectColumns.join(', ')}, id, reporter_id, reason, note, rule_id, is_urgent)
      select ${subjectsOf('s')}, $3, $1, $4, $5, rule.id, coalesce(rule.is_urgent, $7) from reported s left join rule on true on conflict do nothing returning is_urgent)
    select owner_id, $6::uuid is null or exists (select from rule) as is_rule, exists (select from added) as is_added,
           coalesce((select is_urgent from added), false) as is_urgent from subject`;

const added = addedWith();

/** Selects all subject columns, of which only `column` is set. */
const subject = (column: (typeof subjectColumns)[number], id: string): string =>
  `select ${subjectColumns.map((name) => `${name === column ? id : 'null::uuid'} as ${name}`).join(', ')}`;

/** The first curator of the exhibition `e`, or the viewer if they curate it. */
const curatorOf = (viewer: string, e: string): string =>
  `(select c.member_id from exhibition_curators c where c.exhibition_id = ${e}.id and c.accepted_at is not null
     order by c.member_id <> ${viewer}, c.accepted_at, c.member_id limit 1)`;

/**
 * Statements by which member `$1` reports subject `$2`. They return its owner, add no row for own content or a second open report, and
 * lock the subject against erasure. A new kind of subject needs a column of `reports` and a statement here.
 */
const add: Record<ReportSubject, string> = {
  photo: `with subject as (
      ${subject('photo_id', 'p.id')}, p.member_id as owner_id
        from photos p join members m on m.id = p.member_id
       where p.id = $2 and ${photoReportable('$1', 'p', 'm')} for key share of p),
    ${added}`,
  comment: `with subject as (
      ${subject('comment_id', 'c.id')}, c.member_id as owner_id
        from comments c join members m on m.id = c.member_id
        join photos p on p.id = c.photo_id join members o on o.id = p.member_id
       where c.id = $2 and ${commentReportable('$1', 'c', 'm', 'p', 'o')} for key share of c),
    ${added}`,
  user: `with subject as (
      ${subject('member_id', 'm.id')}, m.id as owner_id
        from members m
       where m.id = $2 and m.email_verified_at is not null and ${memberVisible('$1', 'm')} for key share of m),
    ${added}`,
  forum_post: `with subject as (
      ${subject('forum_post_id', 'p.id')}, p.author_id as owner_id
        from forum_posts p join forum_topics t on t.id = p.topic_id
       where p.id = $2 and ${forumPostReportable('$1', 'p', 't')} for key share of p),
    ${added}`,
  topic: `with subject as (
      ${subject('forum_post_id', 'p.id')}, p.author_id as owner_id
        from forum_posts p join forum_topics t on t.id = p.topic_id
       where t.id = $2 and p.number = 1 and ${forumPostReportable('$1', 'p', 't')} for key share of p),
    ${added}`,
  series: `with subject as (
      ${subject('series_id', 's.id')}, s.member_id as owner_id
        from series s join members m on m.id = s.member_id
       where s.id = $2 and ${seriesVisible('$1', 's', 'm')} for key share of s),
    ${added}`,
  exhibition: `with subject as (
      ${subject('exhibition_id', 'e.id')}, ${curatorOf('$1', 'e')} as owner_id
        from exhibitions e where e.id = $2 and ${exhibitionVisible('$1', 'e')} for key share of e),
    ${added}`,
  challenge: `with subject as (
      ${subject('challenge_id', 'c.id')}, c.member_id as owner_id from challenges c where c.id = $2 for key share of c),
    ${added}`,
  feedback: `with subject as (
      ${subject('feedback_id', 'f.id')}, f.member_id as owner_id
        from challenge_feedback f join members m on m.id = f.member_id
        join challenge_entries e on e.id = f.entry_id join challenges c on c.id = e.challenge_id
       where f.id = $2 and ${feedbackRead('$1', 'f', 'm', 'e', 'c')} for key share of f),
    ${added}`,
  message: `with subject as (
      ${subject('message_id', 'msg.id')}, msg.author_id as owner_id
        from messages msg join members m on m.id = msg.author_id
        join conversation_members cm on cm.conversation_id = msg.conversation_id and cm.member_id = $1
       where msg.id = $2 and ${messageReportable('$1', 'cm', 'msg', 'm')} for key share of msg),
    ${addedWith(messagesContentOf('s', '$1', '$8::uuid[]'))}`,
};

/** Returns the subject's owner and whether the rule exists, or undefined if the subject does not exist for the reporter. */
export const addReport = (
  db: Statements,
  { subject, id, reporterId, subjectId, messageIds = [], reason, ruleId, isUrgent, note }: NewReport,
): Promise<{ owner_id: string | null; is_rule: boolean; is_added: boolean; is_urgent: boolean } | undefined> =>
  db.row(add[subject], [reporterId, subjectId, id, reason, note || null, ruleId, isUrgent, ...(subject === 'message' ? [messageIds] : [])]);

/** Adds a visitor's request to remove a post, unless twenty wait. Returns nothing if visitors may not see the post. */
export const addVisitorRemoval = (
  tx: Statements,
  { id, photoId, note }: { id: string; photoId: string; note: string },
): Promise<{ owner_id: string; is_added: boolean } | undefined> =>
  tx.row(
    `with subject as (
       ${subject('photo_id', 'p.id')}, p.member_id as owner_id
         from photos p join members m on m.id = p.member_id where p.id = $1 and ${photoPublic('p', 'm')} for no key update of p),
     reported as (
       select s.*, $2::uuid as report_id from subject s
        where (select count(*) from (select from reports r where r.photo_id = s.photo_id and r.reporter_id is null and r.resolved_at is null limit 20) waiting) < 20),
     ${freeze()},
     added as (
       insert into reports (photo_id, id, reason, note, is_urgent) select photo_id, report_id, 'person_shown', $3, true from reported returning id)
     select owner_id, exists (select from added) as is_added from subject`,
    [photoId, id, note],
  );

export interface AutomaticReport {
  id: string;
  subject: 'photo' | 'comment' | 'forum_post';
  subjectId: string;
  note: string;
}

/** Returns the ids of those added. */
export const addAutomaticReports = (tx: Statements, reports: readonly AutomaticReport[]): Promise<{ id: string }[]> =>
  tx.rows(
    `with reported as (
            select r.id as report_id, p.id as photo_id, c.id as comment_id, null::uuid as member_id, f.id as forum_post_id,
                   null::uuid as series_id, null::uuid as exhibition_id, null::uuid as challenge_id, null::uuid as feedback_id, null::uuid as message_id, r.note,
                   coalesce(p.member_id, c.member_id, f.author_id) as owner_id
              from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[]) as r(id, subject, subject_id, note)
              left join photos p on r.subject = 'photo' and p.id = r.subject_id left join comments c on r.subject = 'comment' and c.id = r.subject_id
              left join forum_posts f on r.subject = 'forum_post' and f.id = r.subject_id),
          ${freeze()}
     insert into reports (id, photo_id, comment_id, forum_post_id, reason, note, is_automatic)
     select report_id, photo_id, comment_id, forum_post_id, 'other', note, true from reported on conflict do nothing returning id`,
    [
      reports.map(({ id }) => id),
      reports.map(({ subject }) => subject),
      reports.map(({ subjectId }) => subjectId),
      reports.map(({ note }) => note),
    ],
  );

export interface OpenReport {
  id: string;
  reporter_id: string | null;
  photo_id: string | null;
  comment_id: string | null;
  member_id: string | null;
  forum_post_id: string | null;
  series_id: string | null;
  exhibition_id: string | null;
  challenge_id: string | null;
  feedback_id: string | null;
  message_id: string | null;
  owner_id: string | null;
}

const openColumns = `r.id, r.reporter_id, ${subjectsOf('r')}, r.owner_id`;

/** Locks all open reports about the subject of report `$2`, in the order of their ids. A concurrent second call finds none. */
export const lockOpenReports = (tx: Statements, viewerId: string, reportId: string): Promise<OpenReport[]> =>
  tx.rows(
    `select ${openColumns} from reports r
      where r.subject_id = (select one.subject_id from reports one where one.id = $2 and ${reportShown('$1', 'one')})
        and r.resolved_at is null and ${reportShown('$1', 'r')} order by r.id limit 10000 for no key update`,
    [viewerId, reportId],
  );

export const lockReportsOf = (tx: Statements, subjectId: string): Promise<OpenReport[]> =>
  tx.rows(
    `select ${openColumns} from reports r where r.subject_id = $1 and r.resolved_at is null order by r.id limit 10000 for no key update`,
    [subjectId],
  );

export const findReports = (db: Statements, viewerId: string, ids: readonly string[]): Promise<{ id: string; subject_id: string }[]> =>
  db.rows(`select r.id, r.subject_id from reports r where r.id = any($2::uuid[]) and ${reportShown('$1', 'r')}`, [viewerId, ids]);

export const setAssignee = (tx: Statements, ids: readonly string[], assigneeId: string | null): Promise<number> =>
  tx.run('update reports set assignee_id = $2 where id = any($1::uuid[])', [ids, assigneeId]);

/** Adds a note to a visible report, resolved or not. Returns 0 if there is none. */
export const addNote = (db: Statements, viewerId: string, reportId: string, id: string, body: string): Promise<number> =>
  db.run(
    `insert into report_notes (id, report_id, author_id, body)
     select $3, r.id, $1, $4 from reports r where r.id = $2 and ${reportShown('$1', 'r')}`,
    [viewerId, reportId, id, body],
  );

export const setReportsResolved = (tx: Statements, ids: readonly string[], resolutionId: string): Promise<number> =>
  tx.run(
    `with closed as (
            update report_evidence e set resolved_at = now(), resolution_id = $2
             where e.subject_id in (select r.subject_id from reports r where r.id = any($1::uuid[])) and e.resolution_id is null)
     update reports set resolved_at = now(), resolution_id = $2 where id = any($1::uuid[])`,
    [ids, resolutionId],
  );

export const removeReporter = (db: Statements, memberId: string): Promise<number> =>
  db.run('update reports set reporter_id = null, note = null where id in (select id from reports where reporter_id = $1 limit 500)', [
    memberId,
  ]);

export const removeReportsOf = (db: Statements, memberId: string): Promise<number> =>
  db.run('delete from reports where id in (select id from reports where member_id = $1 limit 500)', [memberId]);

/** Deletes up to 500 reports about fifty posts of an account, before the posts are erased. */
export const removeReportsBelow = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `with own as materialized (select id from photos where member_id = $1 limit 50),
          below as materialized (
            select r.id from own cross join lateral (select id from reports where photo_id = own.id limit 500) r limit 500)
     delete from reports r using below b where r.id = b.id`,
    [memberId],
  );
