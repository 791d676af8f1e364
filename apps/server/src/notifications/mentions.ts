import * as limits from '@mbari/contract/platform/limits';
import { mentionsIn, possibleUsernames } from '@mbari/contract/platform/parse-text';
import { inBatches } from '../platform/db/batch.ts';
import type { Statements } from '../platform/db/database.ts';
import { deleteMentionsOf, listVisibleUsernames, replaceMentions } from './mention-queries.ts';
import { notify } from './notify.ts';

interface MentioningText {
  content: string;
  writerId: string;
  about: { kind: 'comment'; id: string; photoId: string };
}

/** Stores the mentions of a new or edited text and notifies newly mentioned members. Runs in the transaction that writes the text. */
export async function setMentions(tx: Statements, { content, writerId, about }: MentioningText): Promise<void> {
  const memberIds = await replaceMentions(tx, { subject: about.kind, id: about.id, writerId, names: findMentions(content) });
  await notify(tx, { type: 'mention', memberIds, actorId: writerId, about });
}

/** Finds mentions in a text without stored mentions. Returns the usernames of members the viewer can see. */
export async function listMentionedUsernames(db: Statements, viewerId: string, text: string): Promise<string[]> {
  const names = findMentions(text).flat();
  return names.length === 0 ? [] : listVisibleUsernames(db, viewerId, names);
}

export const eraseMentions = (db: Statements, memberId: string, signal: AbortSignal): Promise<void> =>
  inBatches(signal, () => deleteMentionsOf(db, memberId));

/** Returns the mentions in a text, each as its possible usernames, most likely first. */
export function findMentions(content: string): string[][] {
  const mentions = new Map<string, string[]>();
  for (const mention of mentionsIn(content)) {
    const name = mention.written.toLowerCase();
    const usernames = possibleUsernames(name).filter(isUsername);
    if (usernames.length > 0) mentions.set(name, usernames);
    if (mentions.size === limits.mentions) break;
  }
  return [...mentions.values()];
}

const isUsername = (name: string): boolean => name.length >= limits.usernameMin && name.length <= limits.usernameMax && /[a-z]/.test(name);
