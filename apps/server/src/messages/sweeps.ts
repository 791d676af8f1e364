import { inBatches } from '../platform/db/batch.ts';
import type { Database, Statements } from '../platform/db/database.ts';
import { removeImages } from '../platform/images/queries.ts';
import type { Task } from '../platform/jobs/add-job.ts';
import { deleteUnsentImages } from './message-queries.ts';
import {
  deleteExpiredMessages,
  deleteMembershipsOf,
  deleteReactionsOf,
  deleteUnreadableConversations,
  deleteUnreadableMessages,
  deleteUnsentImagesOf,
  detachMessages,
  detachSentImages,
  listConversationPage,
  lockConversations,
} from './sweep-queries.ts';

/** Deletes rows of images that no message contains. The next image sweep deletes their files. */
export const sweepMessageImages: Task = (_payload, { context: { db }, signal }) =>
  inBatches(signal, () =>
    db.transaction(async (tx) => {
      const images = await deleteUnsentImages(tx);
      await removeImages(
        tx,
        images.map(({ image_id }) => image_id),
      );
      return images.length;
    }),
  );

/** Deletes messages older than their conversation keeps them. */
export const sweepExpiredMessages: Task = async (_payload, { context: { db, log }, signal }) => {
  let deletedCount = 0;
  for (let after: string | null = ''; after !== null;) {
    signal.throwIfAborted();
    const page: { last: string | null; deleted: number } | undefined = await deleteExpiredMessages(db, after);
    deletedCount += page?.deleted ?? 0;
    // A full batch may have left some of the same conversations.
    if (page?.deleted !== 500) after = page?.last ?? null;
  }
  if (deletedCount > 0) log.info({ swept: deletedCount }, 'deleted messages past their retention');
};

/** Deletes conversations that every member has left or declined. */
export const sweepConversations: Task = async (_payload, { context: { db, log }, signal }) => {
  let deletedCount = 0;
  for (let page = await listConversationPage(db, ''); page.length > 0; page = await listConversationPage(db, page.at(-1)!.id)) {
    signal.throwIfAborted();
    const unreadable = page.filter(({ is_read: isRead }) => !isRead).map(({ id }) => id);
    if (unreadable.length > 0) deletedCount += await deleteUnreadable(db, unreadable, signal);
  }
  if (deletedCount > 0) log.info({ swept: deletedCount }, 'deleted conversations without members');
};

/** Removes a closed account from its conversations. What it sent stays there, without its author. */
export const eraseMessages = (db: Statements, memberId: string, signal: AbortSignal): Promise<void> =>
  inBatches(
    signal,
    () => deleteUnsentImagesOf(db, memberId),
    () => detachSentImages(db, memberId),
    () => detachMessages(db, memberId),
    () => deleteReactionsOf(db, memberId),
    () => deleteMembershipsOf(db, memberId),
  );

async function deleteUnreadable(db: Database, ids: readonly string[], signal: AbortSignal): Promise<number> {
  let deletedCount = 0;
  await inBatches(signal, () =>
    db.transaction(async (tx) => {
      await lockConversations(tx, ids);
      const messagesCount = await deleteUnreadableMessages(tx, ids);
      if (messagesCount === 0) deletedCount = await deleteUnreadableConversations(tx, ids);
      return messagesCount;
    }),
  );
  return deletedCount;
}
