import type { CommentInConversation } from '@mbari/contract/photos/comments';
import type { Photo } from '@mbari/contract/photos/posts';
import type { QueryClient } from '@tanstack/react-query';
import { isPhoto, patchCached } from '~/platform/lib/query-cache.ts';
import { likersKey, postKey, savedPostsKey } from '~/platform/lib/query-keys.ts';
import { counted } from '~/platform/lib/use-toggle.ts';

const isComment = (value: object): value is CommentInConversation => 'content' in value && 'likes_count' in value;

const patchPost = (client: QueryClient, id: string, change: (post: Photo) => Photo): void => patchCached(client, isPhoto, id, change);

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

/** Takes the server's count, unless the viewer has pressed again in the meantime. */
export function likesCounted(client: QueryClient, id: string, answer: { is_liked: boolean; likes_count: number }): void {
  patchPost(client, id, (post) => (post.is_liked === answer.is_liked ? { ...post, likes_count: answer.likes_count } : post));
}

export const savedChanged = (client: QueryClient, id: string, isSaved: boolean): void =>
  patchPost(client, id, (post) => (post.is_saved === isSaved ? post : { ...post, is_saved: isSaved }));

/** Marks the saved posts as stale after a successful request. An active list keeps posts that were just unsaved. */
export const savedPostsChanged = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: savedPostsKey, refetchType: 'none' });

/** Sets the number of likes of a photo. The list of members is refetched when it is next shown. */
export function likesOfPostCounted(client: QueryClient, id: string, likes: number): void {
  patchPost(client, id, (post) => (post.likes_count === likes ? post : { ...post, likes_count: likes }));
  void client.invalidateQueries({ queryKey: likersKey(id), refetchType: 'none' });
}

export function likesOfCommentCounted(client: QueryClient, id: string, likes: number): void {
  patchCached(client, isComment, id, (comment) => (comment.likes_count === likes ? comment : { ...comment, likes_count: likes }));
  void client.invalidateQueries({ queryKey: likersKey(id), refetchType: 'none' });
}

export const commentsCounted = (client: QueryClient, id: string, comments: number): void =>
  patchPost(client, id, (post) => (post.comments_count === comments ? post : { ...post, comments_count: comments }));

export function commentsChanged(client: QueryClient, postId: string, delta: 1 | -1): void {
  patchPost(client, postId, (post) => ({ ...post, comments_count: counted(post.comments_count, delta) }));
}

export const postMissing = (client: QueryClient, id: string): void => void client.invalidateQueries({ queryKey: postKey(id), exact: true });
