'use no memo';

import type { ForumPost } from '@mbari/contract/shapes/forum-posts';
import { number } from '@mbari/words/format';
import * as words from '@mbari/words/forum-likes';
import { Heart } from 'lucide-react';
import { useLikeForumPost } from './use-like-forum-post.ts';
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
