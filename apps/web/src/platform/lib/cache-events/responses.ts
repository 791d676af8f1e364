import type { CommentInConversation } from '@mbari/contract/shapes/comments';
import type { Photo } from '@mbari/contract/shapes/photos';
import type { QueryClient } from '@tanstack/react-query';
import { isPhoto } from '~/platform/lib/is-photo.ts';
import { patchCached } from '~/platform/lib/patch-cached.ts';
import { likersKey, postKey, savedPostsKey } from '~/platform/lib/query-keys.ts';
import { counted } from '~/platform/lib/use-toggle.ts';

const isComment = (value: object): value is CommentInConversation => 'content' in value && 'likes_count' in value;

/** What members make of a post: it changes on every page that shows it. */
const patchPost = (client: QueryClient, id: string, change: (post: Photo) => Photo): void => patchCached(client, isPhoto, id, change);

/** The viewer likes a post or takes the like back; shown before the server has said so. */
export function likeChanged(
  client: QueryClient,
  { id, likes, viewerId }: { id: string; likes: boolean; viewerId: string | undefined },
): void {
  patchPost(client, id, (post) =>
    post.is_liked === likes
      ? post
      : {
          ...post,
          is_liked: likes,
          likes: likes && viewerId !== undefined ? [{ user_id: viewerId }] : [],
          likes_count: counted(post.likes_count, likes ? 1 : -1),
        },
  );
}

/** The server's count is the truth, since others like it too: unless the viewer has pressed again meanwhile. */
export function likesCounted(client: QueryClient, id: string, answer: { is_liked: boolean; likes_count: number }): void {
  patchPost(client, id, (post) => (post.is_liked === answer.is_liked ? { ...post, likes_count: answer.likes_count } : post));
}

/** The viewer saves a post or no longer does; shown before the server has said so. */
export const savedChanged = (client: QueryClient, id: string, isSaved: boolean): void =>
  patchPost(client, id, (post) => (post.is_saved === isSaved ? post : { ...post, is_saved: isSaved }));

/** The server has it: the list of what is saved is read anew when it is next opened. One that is looked at keeps what was just taken out. */
export const savedPostsChanged = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: savedPostsKey, refetchType: 'none' });

/** Sets the number of likes of a photo. The list of members is refetched when it is next shown. */
export function likesOfPostCounted(client: QueryClient, id: string, likes: number): void {
  patchPost(client, id, (post) => (post.likes_count === likes ? post : { ...post, likes_count: likes }));
  void client.invalidateQueries({ queryKey: likersKey(id), refetchType: 'none' });
}

/** … of a comment. */
export function likesOfCommentCounted(client: QueryClient, id: string, likes: number): void {
  patchCached(client, isComment, id, (comment) => (comment.likes_count === likes ? comment : { ...comment, likes_count: likes }));
  void client.invalidateQueries({ queryKey: likersKey(id), refetchType: 'none' });
}

/** Sets the number of comments of a photo. */
export const commentsCounted = (client: QueryClient, id: string, comments: number): void =>
  patchPost(client, id, (post) => (post.comments_count === comments ? post : { ...post, comments_count: comments }));

/** A post has this many more comments, or fewer. */
export function commentsChanged(client: QueryClient, postId: string, by: 1 | -1): void {
  patchPost(client, postId, (post) => ({ ...post, comments_count: counted(post.comments_count, by) }));
}

/** A post turned out to be gone: its page refetches it, and says so itself. */
export const postMissing = (client: QueryClient, id: string): void => void client.invalidateQueries({ queryKey: postKey(id), exact: true });
