import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { removeImages } from '../../platform/images/queries.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { emptyMessage, lockConversationOf } from './change-queries.ts';
import { announceChange, lockMessage } from './lock-message.ts';

/** Takes the viewer's message back for all. A repeated call does nothing. */
export async function takeBackMessage(context: Context, viewer: Viewer, id: string): Promise<void> {
  await context.limits.spend('delete by member', viewer.id);
  await context.db.transaction(async (tx) => {
    const message = await lockMessage(tx, viewer, id);
    if (!message.is_own) throw new Refusal('not_author', 'messageOfOther');
    await emptyLocked(tx, id);
  });
}

/** Takes another member's reported message back for good as an organiser, who has locked its reports. Returns the author's id. */
export async function removeReportedMessage(tx: Statements, organiser: Pick<Viewer, 'id'>, id: string): Promise<string> {
  if (isId(id)) await lockConversationOf(tx, id);
  const authorId = isId(id) ? await emptyLocked(tx, id) : null;
  if (authorId === null || authorId === organiser.id) throw notFound('messageNotFound');
  return authorId;
}

/** Returns the author, or null if the message was taken back before. */
async function emptyLocked(tx: Statements, id: string): Promise<string | null> {
  const message = await emptyMessage(tx, id);
  if (!message?.author_id) return null;
  await removeImages(tx, message.image_ids);
  await announceChange(tx, message.conversation_id, message.author_id);
  return message.author_id;
}
