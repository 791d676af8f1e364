import { hashtagsIn } from '@mbari/contract/hashtags';
import { tagsToKeep } from '@mbari/contract/tags-to-keep';
import type { Statements } from '../db/database.ts';
import { addJob } from '../jobs/add-job.ts';
import { addUntaggedTopic, removeTagsOfOpenings, removeTopicTags, replacePhotoTags, replaceTopicTags, type Tagged } from './queries.ts';

/** The tags of a photo, in its title and its description. */
export const findPhotoTags = ({ title, description }: { title: string; description: string | null }): string[] =>
  tagsToKeep(hashtagsIn(`${title}\n${description ?? ''}`).map(({ written }) => written));

/** Keeps the tags of a photo that is written in the same transaction. */
export async function setPhotoTags(tx: Statements, photo: { id: string; title: string; description: string | null }): Promise<void> {
  await replacePhotoTags(tx, [{ id: photo.id, tags: findPhotoTags(photo) }]);
}

/** Keeps the tags of a topic, whose opening is written in the same transaction. `tags`: those of its text. */
export async function setTopicTags(tx: Statements, { id, tags }: Tagged): Promise<void> {
  await replaceTopicTags(tx, [{ id, tags: tagsToKeep(tags) }]);
}

/** Forgets the tags of topics whose openings are among posts whose words go. */
export async function forgetTagsOfOpenings(db: Statements, postIds: readonly string[]): Promise<void> {
  await removeTagsOfOpenings(db, postIds);
}

/** A topic is begun of a post that is there already: a job renders its text for the tags in it. */
export async function findTopicTagsSoon(tx: Statements, topicId: string): Promise<void> {
  await addUntaggedTopic(tx, topicId);
  await addJob(tx, 'tag_older_posts', null);
}

/** Forgets the tags of a topic that goes into another. */
export async function forgetTopicTags(tx: Statements, topicId: string): Promise<void> {
  await removeTopicTags(tx, topicId);
}
