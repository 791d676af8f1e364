import type { ForumCategory } from '@mbari/contract/forum/categories';
import type { Poll } from '@mbari/contract/forum/polls';
import type { ForumPost } from '@mbari/contract/forum/posts';
import type { ListedTopic, Topic } from '@mbari/contract/forum/topics';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { patchCached, rewriteCached, withChanged } from '~/platform/lib/query-cache.ts';
import { forumCategoriesKey, forumPostsKey, forumTopicKey, forumTopicListsKey } from '~/platform/lib/query-keys.ts';
import { counted } from '~/platform/lib/use-toggle.ts';

const isForumPost = (value: object): value is ForumPost => 'topic_id' in value && 'body_html' in value;
const isForumPosts = (value: object): value is ForumPost[] => Array.isArray(value) && value.length > 0 && value.every(isForumPost);
const isTopic = (value: object): value is ListedTopic | Topic => 'last_number' in value && 'posts_count' in value;
const isCategory = (value: object): value is ForumCategory => 'unread_topics_count' in value;

type Tracked = Partial<Pick<ListedTopic, 'is_following' | 'is_muted'>>;

const patchTopic = (client: QueryClient, id: string, change: (topic: ListedTopic | Topic) => ListedTopic | Topic): void =>
  patchCached(client, isTopic, id, change);

function listsChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: forumTopicListsKey });
  void client.invalidateQueries({ queryKey: forumCategoriesKey });
}

export const categoryMissing = (client: QueryClient): void => void client.invalidateQueries({ queryKey: forumCategoriesKey });

export function topicAdded(client: QueryClient, topic: Topic): void {
  client.setQueryData(forumTopicKey(topic.id), topic);
  listsChanged(client);
}

export function forumLikeChanged(client: QueryClient, id: string, likes: boolean): void {
  patchCached(client, isForumPost, id, (post) =>
    post.is_liked === likes ? post : { ...post, is_liked: likes, likes_count: counted(post.likes_count, likes ? 1 : -1) },
  );
}

/** Takes the server's count, unless the viewer has pressed again in the meantime. */
export function forumLikesCounted(client: QueryClient, id: string, answer: { is_liked: boolean; likes_count: number }): void {
  patchCached(client, isForumPost, id, (post) => (post.is_liked === answer.is_liked ? { ...post, likes_count: answer.likes_count } : post));
}

/** Appends the viewer's reply to the loaded posts, unless earlier posts of others are not loaded yet. */
export function forumPostAdded(client: QueryClient, post: ForumPost): void {
  client.setQueryData<InfiniteData<{ data: ForumPost[] }>>(forumPostsKey(post.topic_id), (loaded) => {
    const last = loaded?.pages.at(-1);
    if (loaded === undefined || last?.data.at(-1)?.number !== post.number - 1) return loaded;
    return { ...loaded, pages: [...loaded.pages.slice(0, -1), { ...last, data: [...last.data, post] }] };
  });
  forumPostAnnounced(client, post.topic_id, post.number);
  listsChanged(client);
}

/** Raises the topic's last number once, although the viewer's own post arrives by event and by response. */
export const forumPostAnnounced = (client: QueryClient, topicId: string, number: number): void =>
  patchTopic(client, topicId, (topic) =>
    number <= topic.last_number ? topic : { ...topic, last_number: number, posts_count: topic.posts_count + 1 },
  );

/**
 * Lowers the topic's post count after a deletion. Returns true if the topic must be refetched instead: the post is
 * loaded or the accepted answer. The viewer's own deletion of a loaded post is already counted.
 */
export function forumPostGone(client: QueryClient, topicId: string, postId: string): boolean {
  const isLoaded = client
    .getQueryData<InfiniteData<{ data: ForumPost[] }>>(forumPostsKey(topicId))
    ?.pages.some(({ data }) => data.some(({ id }) => id === postId));
  const isAnswer = client.getQueryData<Topic>(forumTopicKey(topicId))?.solved_post_id === postId;
  if (isLoaded === true || isAnswer) return true;
  patchTopic(client, topicId, (topic) => ({ ...topic, posts_count: counted(topic.posts_count, -1) }));
  return false;
}

export const likesOfForumPostCounted = (client: QueryClient, id: string, likes: number): void =>
  patchCached(client, isForumPost, id, (post) => (post.likes_count === likes ? post : { ...post, likes_count: likes }));

export const forumPostChanged = (client: QueryClient, post: ForumPost): void => patchCached(client, isForumPost, post.id, () => post);

/**
 * Merges refetched posts of a range of numbers into the loaded posts. Removes posts of `known` in the
 * range that the response lacks: they were deleted.
 */
export function forumPostsReread(
  client: QueryClient,
  topicId: string,
  { posts, from, to, known }: { posts: readonly ForumPost[]; from: number; to: number; known: ReadonlySet<string> },
): void {
  const read = new Map(posts.map((post) => [post.id, post]));
  const isThere = ({ id, number, is_deleted }: ForumPost): boolean =>
    read.has(id) || is_deleted || !known.has(id) || number < from || number > to;
  rewriteCached(client, { queryKey: forumPostsKey(topicId) }, (data) =>
    withChanged(data, (value) => {
      if (!isForumPosts(value)) return undefined;
      const now = value.filter(isThere).map((old) => {
        const post = read.get(old.id) ?? old;
        // Keeps the identity of an unchanged post, so that it does not re-render.
        return JSON.stringify(post) === JSON.stringify(old) ? old : post;
      });
      return now.length === value.length && now.every((post, index) => post === value[index]) ? value : now;
    }),
  );
}

export async function topicChanged(client: QueryClient, topic: Topic): Promise<void> {
  listsChanged(client);
  client.setQueryData(forumTopicKey(topic.id), topic);
  await client.invalidateQueries({ queryKey: forumPostsKey(topic.id) });
}

/** Shows the poll that the viewer voted in or closed. The topic also contains the opening post's poll. */
export function pollChanged(
  client: QueryClient,
  { id, topic_id: topicId, number }: Pick<ForumPost, 'id' | 'topic_id' | 'number'>,
  poll: Poll,
): void {
  patchCached(client, isForumPost, id, (post) => ({ ...post, poll }));
  if (number === 1) patchTopic(client, topicId, (topic) => ('poll' in topic ? { ...topic, poll } : topic));
}

export function pollOutdated(client: QueryClient, topicId: string): void {
  void client.invalidateQueries({ queryKey: forumTopicKey(topicId) });
}

/** Removes a post. Its number stays empty until the viewer leaves the page. */
export function forumPostDeleted(client: QueryClient, { id, topic_id: topicId }: ForumPost): void {
  patchCached(client, isForumPost, id, (post) => ({
    ...post,
    author: null,
    body: '',
    body_html: '',
    is_deleted: true,
    poll: null,
    viewer: { may_edit: false, may_delete: false, may_like: false, may_reply: false, may_report: false, may_read_versions: false },
  }));
  patchTopic(client, topicId, (topic) => ({
    ...topic,
    posts_count: counted(topic.posts_count, -1),
    ...(topic.solved_post_id === id && { is_solved: false, solved_post_id: null, solved_number: null }),
  }));
  listsChanged(client);
}

export const topicSolved = (client: QueryClient, topicId: string, answer: { id: string; number: number } | null): void =>
  patchTopic(client, topicId, (topic) => ({
    ...topic,
    is_solved: answer !== null,
    solved_post_id: answer?.id ?? null,
    ...('solved_number' in topic && { solved_number: answer?.number ?? null }),
  }));

export const topicTracked = (client: QueryClient, topicId: string, tracked: Tracked): void =>
  patchTopic(client, topicId, (topic) => ({ ...topic, ...tracked }));

/** Marks lists as stale after the server accepted a follow or mute. */
export const topicTrackingKept = listsChanged;

export const categoryTracked = (client: QueryClient, id: string, tracked: Tracked): void =>
  patchCached(client, isCategory, id, (category) => ({ ...category, ...tracked }));

export function topicRead(client: QueryClient, topicId: string, { number, unread }: { number: number; unread: number }): void {
  patchTopic(client, topicId, (topic) => ({
    ...topic,
    unread_posts_count: unread,
    ...('first_unread' in topic && { first_unread: unread === 0 ? null : Math.max(topic.first_unread ?? 0, number + 1) }),
  }));
  listsChanged(client);
}

export async function topicModerated(client: QueryClient, id: string): Promise<void> {
  listsChanged(client);
  await client.invalidateQueries({ queryKey: forumTopicKey(id), exact: true });
}

export async function forumPostsMoved(client: QueryClient, topicIds: readonly string[]): Promise<void> {
  listsChanged(client);
  await Promise.all(topicIds.map((id) => client.invalidateQueries({ queryKey: forumTopicKey(id) })));
}

export function topicGone(client: QueryClient, id: string): void {
  listsChanged(client);
  client.removeQueries({ queryKey: forumTopicKey(id) });
}

export async function categoriesChanged(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: forumTopicListsKey });
  await client.invalidateQueries({ queryKey: forumCategoriesKey });
}
