import { hashtagsIn } from '@mbari/contract/platform/hashtags';
import { tagsToKeep } from '@mbari/contract/platform/tags';
import type { Statements } from '../db/database.ts';
import { inBatches } from '../db/in-batches.ts';
import { addJob } from '../jobs/add-job.ts';
import type { Task } from '../jobs/task.ts';
import { addUntaggedTopic, replacePhotoTags, replaceTopicTags, type Tagged, removeUnusedTags } from './queries.ts';

export const findPhotoTags = ({ title, description }: { title: string; description: string | null }): string[] =>
  tagsToKeep(hashtagsIn(`${title}\n${description ?? ''}`).map(({ written }) => written));

export async function setPhotoTags(tx: Statements, photo: { id: string; title: string; description: string | null }): Promise<void> {
  await replacePhotoTags(tx, [{ id: photo.id, tags: findPhotoTags(photo) }]);
}

export async function setTopicTags(tx: Statements, { id, tags }: Tagged): Promise<void> {
  await replaceTopicTags(tx, [{ id, tags: tagsToKeep(tags) }]);
}

/** Queues a job that renders an existing post and tags the topic made from it. */
export async function findTopicTagsSoon(tx: Statements, topicId: string): Promise<void> {
  await addUntaggedTopic(tx, topicId);
  await addJob(tx, 'tag_older_posts', null);
}

export const sweepTags: Task = (_payload, { context: { db }, signal }) => eraseUnusedTags(db, signal);

/** Deletes unused tags immediately after an erasure. */
export const eraseUnusedTags = (db: Statements, signal: AbortSignal): Promise<void> => inBatches(signal, () => removeUnusedTags(db));
