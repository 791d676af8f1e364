import { eraseVotes } from '../../forum/polls/vote-in-poll.ts';
import { eraseForumPosts } from '../../forum/posts/delete-post.ts';
import { eraseForumLikes } from '../../forum/posts/like-post.ts';
import { eraseForumMentions } from '../../forum/posts/prepare-post.ts';
import { eraseUploads } from '../../forum/posts/upload-image.ts';
import { recountMember } from '../../forum/recount-forum.ts';
import { eraseDrafts } from '../../forum/save-draft.ts';
import { eraseTopics } from '../../forum/topics/update-topic.ts';
import { eraseTracks } from '../../forum/track.ts';
import { eraseMessages } from '../../messages/sweeps.ts';
import { eraseNotifications } from '../../notifications/list-notifications.ts';
import { eraseMentions } from '../../notifications/mentions.ts';
import { eraseBlocks } from '../../people/blocks.ts';
import { eraseFollows } from '../../people/follows/follow-member.ts';
import { erasePosts } from '../../photos/posts/delete-photo.ts';
import { inBatches } from '../../platform/db/batch.ts';
import type { Database } from '../../platform/db/database.ts';
import { eraseImages } from '../../platform/images/queries.ts';
import { addJob, type Task } from '../../platform/jobs/add-job.ts';
import { eraseUnusedTags } from '../../platform/tags/set-tags.ts';
import { markAccountsToErase } from './closed-accounts.ts';
import { deleteErasedMember, deleteStalePending, deleteUnapproved } from './queries.ts';

/** Erases accounts closed 14 days ago. Each batch is a transaction, so the next run resumes an interrupted erasure. */
export const eraseAccounts: Task = async (_payload, { context, signal }) => {
  const failures: unknown[] = [];
  let erasedCount = 0;
  for (let ids = await markAccountsToErase(context.db); ids.length > 0; ids = await markAccountsToErase(context.db)) {
    for (const id of ids) {
      try {
        await eraseAccountData(context.db, id, signal);
        erasedCount += 1;
      } catch (error) {
        signal.throwIfAborted();
        failures.push(error);
      }
    }
    if (failures.length > 0) break;
  }
  if (erasedCount > 0) {
    await addJob(context.db, 'sweep_outbox', null);
    context.log.info({ accounts: erasedCount }, 'erased accounts that were closed 14 days ago');
  }
  // Repeats the job for the failed accounts only.
  if (failures.length > 0) throw failures[0];
};

async function eraseAccountData(db: Database, id: string, signal: AbortSignal): Promise<void> {
  await inBatches(
    signal,
    () => eraseImages(db, id),
    () => eraseUploads(db, id),
    () => eraseBlocks(db, id),
  );
  // Removes the member's content from all counts first.
  await recountMember(db, id, signal);
  await inBatches(
    signal,
    () => eraseForumLikes(db, id),
    () => eraseVotes(db, id),
    () => eraseForumMentions(db, id),
    () => eraseForumPosts(db, id),
    () => eraseTopics(db, id),
    () => eraseTracks(db, id),
    () => eraseDrafts(db, id),
  );
  for (const erase of [eraseMessages, eraseNotifications, eraseFollows, eraseMentions, erasePosts]) await erase(db, id, signal);
  await eraseUnusedTags(db, signal);
  await deleteErasedMember(db, id);
}

/** Deletes accounts not verified within 48 hours or not approved. Their names become free. */
export const sweepPendingAccounts: Task = async (_payload, { context, signal }) => {
  let deletedCount = 0;
  for (const deleteBatch of [deleteStalePending, deleteUnapproved])
    for (let batchSize = 1; batchSize > 0 && !signal.aborted; deletedCount += batchSize) batchSize = await deleteBatch(context.db);
  if (deletedCount > 0) context.log.info({ accounts: deletedCount }, 'deleted accounts that were never verified or approved');
};
