import { restoreForumPost } from '@mbari/contract/forum/moderation';
import type { ForumPost } from '@mbari/contract/forum/posts';
import * as words from '@mbari/words/forum-moderation';
import { useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { forumPostsMoved } from '~/platform/lib/cache-events/forum-moderation.ts';
import { call, CallRefused, errorMessage } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { Button } from '~/platform/ui/button.tsx';

export function RestorePostButton({ post }: { post: ForumPost }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const restore = async () => {
    setBusy(true);
    try {
      await call(restoreForumPost, { params: { id: post.topic_id, postId: post.id } });
      await forumPostsMoved(client, [post.topic_id]);
    } catch (error) {
      // 404: the author left, or is hidden from the organiser.
      const isGone = error instanceof CallRefused && error.status === 404;
      toast.error(isGone ? words.restorePostFailed : errorMessage(error, words.actionFailed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button kind="text" busy={busy && words.restoringPost} onClick={() => void restore()}>
      <Undo2 size={18} strokeWidth={1.6} aria-hidden="true" /> {words.restorePost}
    </Button>
  );
}
