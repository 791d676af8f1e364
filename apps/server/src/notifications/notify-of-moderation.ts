import type { Statements } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';
import { addModerationNotifications } from './moderation-queries.ts';

/** Notifies members of what organisers did: whose it was done to, and who reported it. No settings silence it. */
export async function notifyOfModeration(tx: Statements, moderationId: string, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length === 0) return;
  const members = [...new Set(memberIds)];
  await addModerationNotifications(
    tx,
    members.map(() => newId()),
    members,
    moderationId,
  );
  tx.hint('notifications');
}
