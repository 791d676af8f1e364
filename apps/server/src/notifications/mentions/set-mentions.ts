import type { Statements } from '../../platform/db/database.ts';
import { notify } from '../notify.ts';
import { findMentions } from './find-mentions.ts';
import { replaceMentions } from './queries.ts';

/** A text that was written or changed. */
interface Text {
  content: string;
  writerId: string;
  about: { kind: 'comment'; id: string; photoId: string };
}

/** Keeps whom a text names now, and notifies those whom it did not name before. Runs in the transaction that writes the text. */
export async function setMentions(tx: Statements, { content, writerId, about }: Text): Promise<void> {
  const memberIds = await replaceMentions(tx, { subject: about.kind, id: about.id, writerId, names: findMentions(content) });
  await notify(tx, { type: 'mention', memberIds, actorId: writerId, about });
}
