import type { ModerationAction } from '@mbari/contract/moderation/actions';
import type { LogDetails } from '@mbari/contract/moderation/log-details';
import type { Statements } from '../db/database.ts';
import type { Viewer } from '../http/viewer.ts';

export interface LogEntry {
  id: string;
  /** Null for scheduled jobs. */
  actorId: string | null;
  action: ModerationAction;
  topicId: string | null;
  postId: string | null;
  categoryId: string | null;
  photoId: string | null;
  commentId: string | null;
  memberId: string | null;
  seriesId: string | null;
  exhibitionId: string | null;
  challengeId: string | null;
  feedbackId: string | null;
  messageId: string | null;
  note: string | null;
  details: LogDetails | null;
  reason: string | null;
  ruleId: string | null;
  reportsCount: number;
}

export const addLogEntry = (tx: Statements, entry: LogEntry): Promise<number> =>
  tx.run(
    `insert into moderation_log (id, actor_id, action, topic_id, post_id, category_id, photo_id, comment_id, member_id, note, reason, reports_count, rule_id, details, series_id, exhibition_id, challenge_id, feedback_id, message_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
    [
      entry.id,
      entry.actorId,
      entry.action,
      entry.topicId,
      entry.postId,
      entry.categoryId,
      entry.photoId,
      entry.commentId,
      entry.memberId,
      entry.note,
      entry.reason,
      entry.reportsCount,
      entry.ruleId,
      entry.details,
      entry.seriesId,
      entry.exhibitionId,
      entry.challengeId,
      entry.feedbackId,
      entry.messageId,
    ],
  );

type Member = Pick<Viewer, 'id' | 'role'>;

/** Returns the organiser of the latest act of a kind on a subject, unless that act was reversed since. */
export const findActor = (tx: Statements, { act, reversal }: Record<'act' | 'reversal', ModerationAction>, subjectId: string) =>
  tx.row<Member>(
    `select m.id, m.role from (
       select l.action, l.actor_id from moderation_log l
        where $3::uuid in (l.photo_id, l.comment_id, l.topic_id, l.post_id, l.series_id, l.exhibition_id, l.challenge_id, l.feedback_id, l.member_id)
          and (l.action in ($1, $2) or l.action = 'grant_appeal' and exists (
            select from appeals a join moderation_log appealed on appealed.id = a.moderation_id
             where a.resolution_id = l.id and appealed.action = $1))
        order by l.id desc limit 1
     ) latest join members m on m.id = latest.actor_id where latest.action = $1`,
    [act, reversal, subjectId],
  );

export const findActorOfEntry = (tx: Statements, id: string) =>
  tx.row<Member>('select m.id, m.role from moderation_log l join members m on m.id = l.actor_id where l.id = $1', [id]);

/** Returns the author of the subject; for an exhibition, a curator who is an admin, if there is one. */
export const findAuthor = (
  tx: Statements,
  {
    postId,
    topicId,
    commentId,
    photoId,
    seriesId,
    exhibitionId,
    feedbackId,
    messageId,
  }: Partial<Record<'postId' | 'topicId' | 'commentId' | 'photoId' | 'seriesId' | 'exhibitionId' | 'feedbackId' | 'messageId', string>>,
) =>
  tx.row<Member>(
    `select id, role from members where id = coalesce(
       (select author_id from forum_posts where id = $1), (select author_id from forum_topics where id = $2 and $1::uuid is null),
       (select member_id from comments where id = $3), (select member_id from photos where id = $4),
       (select member_id from series where id = $5),
       (select c.member_id from exhibition_curators c join members m on m.id = c.member_id where c.exhibition_id = $6 and c.accepted_at is not null
         order by m.role = 'admin' desc limit 1),
       (select member_id from challenge_feedback where id = $7), (select author_id from messages where id = $8))`,
    [postId, topicId, commentId, photoId, seriesId, exhibitionId, feedbackId, messageId].map((id) => id ?? null),
  );
