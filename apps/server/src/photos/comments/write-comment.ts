import { setMentions } from '../../notifications/mentions.ts';
import { notify } from '../../notifications/notify.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { SendKey } from '../../platform/http/form.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId, newId } from '../../platform/ids.ts';
import { reportAutomatically } from '../../platform/moderation/report-subject.ts';
import { notFound } from '../../platform/refusal.ts';
import { type NewPin, requireOpenCritique } from '../critique/save-critique.ts';
import { addComment, findCommentByKey, lockParent, type ParentComment } from './queries.ts';

interface Written {
  photoId: string;
  content: string;
  replyTo: string | null;
  /** Begins a thread of critique, unless the comment is a reply. */
  critique: NewPin | null;
  /** Words on the watch list, reported to organisers. */
  listed: string | null;
  key: SendKey | null;
}

/** Inserts a comment and notifies the answered author, the post's owner and mentioned members. Returns null if the key was used. */
export async function writeComment(
  tx: Statements,
  author: Pick<Viewer, 'id'>,
  { photoId, content, replyTo, critique, listed, key }: Written,
): Promise<{ commentId: string; ownerId: string } | null> {
  const about = { kind: 'comment', id: newId(), photoId } as const;
  const parent = replyTo === null ? null : await requireParent(tx, author, photoId, replyTo);
  const isCritique = parent?.is_critique ?? critique !== null;
  const pin = isCritique ? await requireOpenCritique(tx, author, { photoId, content, pin: parent ? null : critique }) : null;
  const photo = await addComment(tx, author.id, {
    id: about.id,
    photo_id: photoId,
    content,
    thread_id: parent?.thread_id,
    reply_to_id: parent?.id,
    send_key: key?.value,
    send_digest: key?.digest,
    is_critique: isCritique,
    ...pin,
  });
  if (!photo && key && (await findCommentByKey(tx, author.id, key.value))) return null;
  if (!photo) throw notFound('photoNotFound');
  // Each member gets one notification, for the first reason that applies.
  if (parent) await notify(tx, { type: 'reply', memberIds: [parent.member_id], actorId: author.id, about });
  await notify(tx, { type: isCritique ? 'critique' : 'comment', memberIds: [photo.owner_id], actorId: author.id, about });
  await reportAutomatically(tx, 'comment', [{ id: about.id, listed }]);
  await setMentions(tx, { content, writerId: author.id, about });
  tx.hint('comment_added', photoId, about.id);
  return { commentId: about.id, ownerId: photo.owner_id };
}

async function requireParent(tx: Statements, author: Pick<Viewer, 'id'>, photoId: string, replyTo: string): Promise<ParentComment> {
  const parent = isId(replyTo) ? await lockParent(tx, author.id, photoId, replyTo) : undefined;
  if (!parent) throw notFound('commentNotFound');
  return parent;
}
