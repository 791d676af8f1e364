import { tagsToKeep } from '@mbari/contract/platform/tags';
import type { Context } from '../context.ts';
import type { Task } from '../jobs/task.ts';
import { MarkdownTooComplex } from '../markdown/markdown-renderer.ts';
import { lockUntaggedPhotos, lockUntaggedTopics, removeUntagged, replacePhotoTags, replaceTopicTags, type Tagged } from './queries.ts';
import { findPhotoTags } from './set-tags.ts';

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
