import type { Statements } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';
import { insertModerationNotifications } from './moderation-queries.ts';

/** Notifies the affected members and the reporters. Ignores notification settings. */
export async function notifyOfModeration(tx: Statements, moderationId: string, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length === 0) return;
  const members = [...new Set(memberIds)];
  await insertModerationNotifications(
    tx,
    members.map(() => newId()),
    members,
    moderationId,
  );
  tx.hint('notifications');
}
