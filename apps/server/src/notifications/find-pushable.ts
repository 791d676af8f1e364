import type { Words } from '@mbari/words/words-for';
import type { Context } from '../platform/context.ts';
import { findPushableNotification } from './push-queries.ts';
import { type KindSentence, kindSentenceOf, sayNotification, sentenceOf } from './sentence.ts';
import { viewNotification } from './views.ts';

export interface Pushable {
  group: string;
  people: number;
  actionUrl: string | null;
  reason: KindSentence;
  say: (words: Words) => string;
}

/** Returns a notification that the member can still see, has not read and wants pushed. Null if a newer one of its group will be pushed. */
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
