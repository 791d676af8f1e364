import { deleteForumPost } from '@mbari/contract/forum-posts';
import type { ForumPost } from '@mbari/contract/shapes/forum-posts';
import * as words from '@mbari/words/forum-posts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { forumPostDeleted } from '~/lib/cache-events/forum.ts';
import { call, CallRefused, wordsOf } from '~/lib/call.ts';
import { toast } from '~/lib/toast.ts';

/** Deletes a post. Where it stood is said until the topic is left. */
export function useDeletePost(post: ForumPost): { send: () => Promise<void>; busy: boolean } {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await call(deleteForumPost, { params: { id: post.topic_id, postId: post.id } });
      forumPostDeleted(client, post);
    } catch (error) {
      // It has been deleted already.
      if (error instanceof CallRefused && error.status === 404) forumPostDeleted(client, post);
      else toast.error(wordsOf(error, words.deleteFailed));
    } finally {
      setBusy(false);
    }
  };
  return { send, busy };
}
