import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { removeImages } from '../../platform/images/queries.ts';
import { notFound } from '../../platform/refusal.ts';
import { emptyMessage } from './change-queries.ts';

/** Takes another member's reported message back for good as an organiser, who has locked its reports. Returns the author's id. */
export async function removeReportedMessage(tx: Statements, organiser: Pick<Viewer, 'id'>, id: string): Promise<string> {
  const message = isId(id) ? await emptyMessage(tx, id, null) : undefined;
  if (!message?.author_id || message.author_id === organiser.id) throw notFound('messageNotFound');
  await removeImages(tx, message.image_ids);
  for (const readerId of message.reader_ids) tx.hint('messages', readerId, message.conversation_id);
  return message.author_id;
}
