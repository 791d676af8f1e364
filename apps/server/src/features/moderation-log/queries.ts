import type { ModerationAction } from '@mbari/contract/moderation-actions';
import type { LogDetails } from '@mbari/contract/shapes/log-details';
import type { Statements } from '../../db/database.ts';

export interface LogEntry {
  id: string;
  /** Null: the clock did it. */
  actorId: string | null;
  action: ModerationAction;
  topicId: string | null;
  postId: string | null;
  categoryId: string | null;
  photoId: string | null;
  commentId: string | null;
  memberId: string | null;
  note: string | null;
  details: LogDetails | null;
  reason: string | null;
  ruleId: string | null;
  reportsCount: number;
}

export const addLogEntry = (tx: Statements, entry: LogEntry): Promise<number> =>
  tx.run(
    `insert into moderation_log (id, actor_id, action, topic_id, post_id, category_id, photo_id, comment_id, member_id, note, reason, reports_count, rule_id, details)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
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
    ],
  );
