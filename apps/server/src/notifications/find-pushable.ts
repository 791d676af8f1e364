import type { Words } from '@mbari/words/words-for';
import type { Context } from '../platform/context.ts';
import { findPushableNotification } from './push-queries.ts';
import { type KindSentence, kindSentenceOf, sayNotification, sentenceOf } from './sentence.ts';
import { viewNotification } from './views.ts';

export interface Pushable {
  /** What it is about: several of one group are news of the same thing. */
  group: string;
  /** How many did the same to the same thing. */
  people: number;
  actionUrl: string | null;
  /** What one of them did. */
  reason: KindSentence;
  /** Who did what, in the words of a language. */
  say: (words: Words) => string;
}

/** A notification that its member may still see, has not read and wants pushed; null where a younger one is about to say the same. */
export async function findPushable(context: Context, memberId: string, id: string): Promise<Pushable | null> {
  const row = await findPushableNotification(context.db, memberId, id);
  if (!row || row.is_followed) return null;
  const { action_url, user } = viewNotification(context, row);
  const sentence = sentenceOf(row, user?.name, row.people - 1);
  return {
    group: `${row.type} ${row.group_key}`,
    people: row.people,
    actionUrl: action_url,
    reason: kindSentenceOf(row),
    say: ({ notificationSentences }) => sayNotification(notificationSentences, sentence),
  };
}
