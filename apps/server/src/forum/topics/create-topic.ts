import type { NewPollBody } from '@mbari/contract/forum/polls';
import { slugOf } from '@mbari/contract/platform/slug';
import { notifyOfTopic } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import { type Statements, violates } from '../../platform/db/database.ts';
import { requireSameRequest, type SendKey } from '../../platform/http/form.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId, newId } from '../../platform/ids.ts';
import { reportAutomatically } from '../../platform/moderation/report-subject.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import { keepPending, spendAsMember, whyPending } from '../../platform/screening/screen.ts';
import { setTopicTags } from '../../platform/tags/set-tags.ts';
import { addPolls } from '../polls/vote-in-poll.ts';
import { insertPostImages } from '../posts/body-queries.ts';
import { addForumMentions, type PreparedPost, preparePost } from '../posts/prepare-post.ts';
import { findPostByKey, insertOpening as add } from '../posts/queries.ts';
import { findVisibleImages } from '../posts/upload-image.ts';
import { followAsAuthors } from '../track.ts';
import { findForumCategory, insertTopic, lockCategoryForKeyShare, type NewTopic } from './queries.ts';

interface Opening {
  category_id?: string | undefined;
  /** Name, slug or id of the category, used if `category_id` is omitted. */
  category?: string | undefined;
  title: string;
  body: string;
  photo_id?: string | undefined;
  poll?: NewPollBody | null | undefined;
}

/** A repeated request with the same idempotency key returns the earlier topic's id. */
export async function createTopic(
  context: Context,
  viewer: Viewer,
  { category_id, category, title, body, poll, photo_id: photoId }: Opening,
  key: SendKey | null,
): Promise<string> {
  const before = await findEarlierTopic(context, viewer, key);
  if (before !== undefined) return before;
  await spendAsMember(context, viewer, 'topic by member');
  const noCategory = () => invalid({ [category_id === undefined ? 'category' : 'category_id']: ['noSuchCategory'] });
  const categoryId = category_id ?? (await findForumCategory(context.db, category ?? ''))?.id;
  if (categoryId === undefined || !isId(categoryId)) throw noCategory();
  if (photoId !== undefined) await requireVisibleTopicPhoto(context, viewer, photoId);
  const opening = await preparePost(context, { author: viewer, title, body, poll, key });
  const reason = await whyPending(context, viewer, opening);
  if (reason !== null) {
    const imageIds = opening.images.map((image) => image.id);
    const topic = { kind: 'topic', categoryId, aboutPhotoId: photoId, title, body, imageIds, poll: poll ?? null, key, ...reason } as const;
    return keepPending(context.db, viewer, topic, noCategory);
  }
  const id = newId();
  const newTopic = { id, author_id: viewer.id, category_id: categoryId, title, slug: slugOf(title), photo_id: photoId ?? null };
  try {
    await context.db.transaction(async (tx) => {
      if (!(await writeTopic(tx, newTopic, opening))) throw noCategory();
    });
    return id;
  } catch (error) {
    // A concurrent request used this key.
    const concurrentTopicId = violates(error, 'forum_posts_key') ? await findEarlierTopic(context, viewer, key) : undefined;
    if (concurrentTopicId === undefined) throw error;
    return concurrentTopicId;
  }
}

/** Missing and hidden photos give the same error. */
async function requireVisibleTopicPhoto(context: Context, viewer: Viewer, photoId: string): Promise<void> {
  const images = isId(photoId) ? await findVisibleImages(context, viewer, [photoId]) : new Map();
  if (images.get(photoId)?.photo?.id !== photoId) throw invalid({ photo_id: ['noSuchPhoto'] });
}

async function findEarlierTopic({ db }: Context, viewer: Viewer, key: SendKey | null): Promise<string | undefined> {
  if (key === null) return undefined;
  const before = await findPostByKey(db, viewer.id, key.value);
  if (before) requireSameRequest(key, before.reply_digest);
  if (before && before.number !== 1) throw new Refusal('idempotency_key_reused', 'keyReused');
  return before?.topic_id;
}

/** Returns false if the category does not exist. */
export async function writeTopic(
  tx: Statements,
  { photo_id: photoId, ...topic }: Omit<NewTopic, 'latest_post_id'> & { photo_id: string | null },
  opening: PreparedPost,
): Promise<boolean> {
  if (!(await insertTopic(tx, { ...topic, latest_post_id: opening.id }, photoId))) return false;
  await insertOpening(tx, topic, opening);
  return true;
}

async function insertOpening(tx: Statements, topic: { id: string; category_id: string }, post: PreparedPost): Promise<void> {
  await add(tx, topic.id, post);
  await addForumMentions(tx, [post]);
  if (post.images.length > 0) await insertPostImages(tx, [post]);
  await addPolls(tx, [post]);
  await reportAutomatically(tx, 'forum_post', [post]);
  await followAsAuthors(tx, [post.authorId], topic.id);
  await notifyOfTopic(tx, topic.category_id, post);
  if (post.tags.length > 0) await setTopicTags(tx, { id: topic.id, tags: post.tags });
}

/** Must precede locks of topics, as in category deletion. Returns false if the category is missing. */
export const lockCategoryIfPresent = async (tx: Statements, categoryId: string): Promise<boolean> =>
  isId(categoryId) && (await lockCategoryForKeyShare(tx, categoryId));

export async function requireCategory(tx: Statements, categoryId: string): Promise<void> {
  if (!(await lockCategoryIfPresent(tx, categoryId))) throw invalid({ category_id: ['noSuchCategory'] });
}
