import { type Message, reactions } from '@mbari/contract/messages/messages';
import type { Author } from '@mbari/contract/people/members';
import type { Image } from '@mbari/contract/photos/posts';
import { viewAuthor } from '../../platform/member-views.ts';
import type { MessageRow } from './queries.ts';
import { mayEdit, mayReport, mayTakeBack } from './rules.ts';

interface Attached {
  now: Date;
  /** Members by id. Closed accounts are missing. */
  members: ReadonlyMap<string, Author>;
  images: Image[];
  shared: Message['shared'];
}

export function viewMessage(row: MessageRow, { now, members, images, shared }: Attached): Message {
  const memberOf = (id: string | null): Author | null => members.get(id ?? '') ?? null;
  return {
    id: row.id,
    conversation_id: row.conversation_id,
    number: row.number,
    version: row.version,
    author: row.author_id === null ? null : viewAuthor(row),
    is_own: row.is_own,
    body: row.body,
    notice: row.notice && {
      kind: row.notice,
      member: memberOf(row.notice_member),
      title: row.notice_title,
      days: row.notice_days,
    },
    reply_to: row.reply_to && viewAnswered(row.reply_to, memberOf(row.reply_to.author_id)),
    images,
    warning: images.length > 0 ? row.warning : null,
    shared,
    reactions: reactions.flatMap((reaction) => row.reactions?.find((chosen) => chosen.reaction === reaction) ?? []),
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    is_taken_back: row.taken_back_at !== null,
    viewer: { may_edit: mayEdit(row, now), may_take_back: mayTakeBack(row), may_report: mayReport(row) },
  };
}

const viewAnswered = (
  { id, number, excerpt, has_images }: NonNullable<MessageRow['reply_to']>,
  author: Author | null,
): Message['reply_to'] => ({ id, number, author, excerpt, has_images });
