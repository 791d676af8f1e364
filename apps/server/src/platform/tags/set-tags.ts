import { hashtagsIn } from '@mbari/contract/platform/parse-text';
import { tagsToKeep } from '@mbari/contract/platform/tags';
import type { Context } from '../context.ts';
import { inBatches } from '../db/batch.ts';
import type { Statements } from '../db/database.ts';
import { addJob, type Task } from '../jobs/add-job.ts';
import { MarkdownTooComplex } from '../markdown/markdown-renderer.ts';
import {
  addUntaggedTopic,
  lockUntaggedPhotos,
  lockUntaggedTopics,
  removeUntagged,
  removeUnusedTags,
  replacePhotoTags,
  replaceTopicTags,
  type Tagged,
} from './queries.ts';

const findPhotoTags = ({ title, description }: { title: string; description: string | null }): string[] =>
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

/** Tags posts from before tags existed, in batches. Can be interrupted and repeated. */
export const tagOlderPosts: Task = async (_payload, { context, signal }) => {
  for (const tagNext of [tagPhotos, tagTopics]) {
    do signal.throwIfAborted();
    while ((await tagNext(context)) > 0);
  }
};

const tagPhotos = ({ db }: Context): Promise<number> =>
  db.transaction(async (tx) => {
    const photos = await lockUntaggedPhotos(tx);
    const tagged = photos.map((photo) => ({ id: photo.id, tags: findPhotoTags(photo) }));
    if (tagged.length > 0) await replacePhotoTags(tx, tagged);
    return removeUntagged(
      tx,
      photos.map(({ id }) => id),
    );
  });

const tagTopics = ({ db, markdown }: Context): Promise<number> =>
  db.transaction(async (tx) => {
    const openings = await lockUntaggedTopics(tx);
    const tagged = await Promise.all(openings.map(async ({ id, body }): Promise<Tagged> => ({ id, tags: await tagsIn(markdown, body) })));
    if (tagged.length > 0) await replaceTopicTags(tx, tagged);
    return removeUntagged(
      tx,
      openings.map(({ id }) => id),
    );
  });

/** Returns no tags for a text that exceeds today's limits. */
async function tagsIn(markdown: Context['markdown'], body: string): Promise<string[]> {
  try {
    return tagsToKeep((await markdown.render(body)).tags);
  } catch (error) {
    if (error instanceof MarkdownTooComplex) return [];
    throw error;
  }
}
