import type { Statements } from '../../db/database.ts';
import type { ModerationAction } from './record-moderation.ts';

export interface LogEntry {
  id: string;
  actorId: string;
  action: ModerationAction;
  topicId: string | null;
  postId: string | null;
  categoryId: string | null;
  note: string | null;
}

export const addLogEntry = (tx: Statements, { id, actorId, action, topicId, postId, categoryId, note }: LogEntry): Promise<number> =>
  tx.run('insert into moderation_log (id, actor_id, action, topic_id, post_id, category_id, note) values ($1, $2, $3, $4, $5, $6, $7)', [
    id,
    actorId,
    action,
    topicId,
    postId,
    categoryId,
    note,
  ]);
