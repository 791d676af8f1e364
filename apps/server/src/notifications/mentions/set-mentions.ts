import type { Statements } from '../../platform/db/database.ts';
import { notify } from '../notify.ts';
import { findMentions } from './find-mentions.ts';
import { replaceMentions } from './queries.ts';

interface Text {
  content: string;
  writerId: string;
  about: { kind: 'comment'; id: string; photoId: string };
}

/** Stores the mentions of a new or edited text and notifies newly mentioned members. Runs in the transaction that writes the text. */
export async function setMentions(tx: Statements, { content, writerId, about }: Text): Promise<void> {
  const memberIds = await replaceMentions(tx, { subject: about.kind, id: about.id, writerId, names: findMentions(content) });
  await notify(tx, { type: 'mention', memberIds, actorId: writerId, about });
}
