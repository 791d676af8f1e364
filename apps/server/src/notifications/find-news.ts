import type { Words } from '@mbari/words/words-for';
import type { Context } from '../platform/context.ts';
import { listMailableRows, type UnreadRow } from './push-queries.ts';
import { sayNotification, sentenceOf } from './sentence.ts';
import { viewNotification } from './views.ts';

export interface News {
  actionUrl: string | null;
  photo: string | null;
  say: (words: Words) => string;
}

/** Groups those of these notifications that the member can still see, has not read and wants mailed; newest first. */
export async function findNews(context: Context, memberId: string, ids: readonly string[]): Promise<News[]> {
  const groups = new Map<string, UnreadRow[]>();
  for (const row of await listMailableRows(context.db, memberId, ids)) {
    const group = `${row.type} ${row.group_key}`;
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  return [...groups.values()].flatMap((rows) => (rows[0] ? [viewNews(context, rows[0], rows)] : []));
}

function viewNews(context: Context, newest: UnreadRow, rows: readonly UnreadRow[]): News {
  const people = new Set(rows.map(({ author_id }) => author_id)).size;
  const { action_url, user, photo } = viewNotification(context, newest);
  const sentence = sentenceOf(newest, user?.name, people - 1);
  return {
    actionUrl: action_url,
    photo: newest.photo?.is_public && photo ? photo.url : null,
    say: ({ notificationSentences }) => sayNotification(notificationSentences, sentence),
  };
}
