'use no memo';

import { type ForumPost, likeForumPost, unlikeForumPost } from '@mbari/contract/forum/posts';
import { number } from '@mbari/words/format';
import * as words from '@mbari/words/forum-likes';
import { useQueryClient } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { forumLikeChanged, forumLikesCounted } from '~/platform/lib/cache-events/forum.ts';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useToggle } from '~/platform/lib/use-toggle.ts';
import './forum-like-button.css';

export function ForumLikeButton({ post }: { post: ForumPost }) {
  const toggle = useLikeForumPost(post);
  return (
    <button
      type="button"
      className="forum-like"
      data-liked={post.is_liked || undefined}
      aria-pressed={post.is_liked}
      disabled={!post.viewer.may_like}
      onClick={toggle}
    >
      <Heart size={18} strokeWidth={1.6} aria-hidden="true" />
      <span className="sr-only">{words.like}</span>
      {post.likes_count > 0 && <span>{number(post.likes_count)}</span>}
    </button>
  );
}

function useLikeForumPost(post: ForumPost): () => void {
  const client = useQueryClient();
  const { toggle } = useToggle({
    key: `like ${post.id}`,
    on: post.is_liked,
    show: (on) => forumLikeChanged(client, post.id, on),
    send: async (on) => {
      const { data } = await call(on ? likeForumPost : unlikeForumPost, { params: { id: post.topic_id, postId: post.id } });
      forumLikesCounted(client, post.id, data);
    },
    onRefused: (error) => toast.error(errorMessage(error, words.likeFailed)),
  });
  return toggle;
}
