import type { Message } from '@mbari/contract/messages/messages';
import * as limits from '@mbari/contract/platform/limits';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { because, notFound, Refusal } from '../../platform/refusal.ts';
import { findUnwantedWord, notTaken } from '../../platform/screening/screen.ts';
import { updateBody } from './change-queries.ts';
import { announceChange, lockMessage } from './lock-message.ts';
import { presentMessage } from './present-messages.ts';
import { findSending } from './queries.ts';
import { mayEdit } from './rules.ts';

export async function editMessage(context: Context, viewer: Viewer, id: string, body: string): Promise<Message> {
  await context.limits.spend('message by member', viewer.id);
  const unwantedWord = await findUnwantedWord(context, viewer, body);
  await context.db.transaction(async (tx) => {
    const message = await lockMessage(tx, viewer, id);
    if (!message.is_own) throw new Refusal('not_author', 'messageOfOther');
    if (message.taken_back_at !== null) throw notFound('messageNotFound');
    if (!mayEdit(message, context.now())) throw new Refusal('locked', because('messageTooOld', { minutes: limits.messageEditMinutes }));
    const isAsking = unwantedWord !== null && (await findSending(tx, viewer.id, message.conversation_id))?.is_asking === true;
    if (isAsking) throw notTaken('body', unwantedWord);
    if ((await updateBody(tx, id, body)) > 0) await announceChange(tx, message.conversation_id, viewer.id);
  });
  return presentMessage(context, viewer, id);
}
