import type { CommentInConversation, CommentThread } from '@mbari/contract/photos/comments';
import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/comments';
import { loading } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { Button } from '~/platform/ui/button.tsx';
import { CommentItem } from './comment-item.tsx';
import { readEarlierReplies } from './comment-queries.ts';
import { commentAnchor } from './threads.ts';

interface ThreadProps {
  photo: Photo;
  thread: CommentThread;
  onReply: (comment: CommentInConversation) => void;
}

/** A comment, or its tombstone, with its newest replies. */
export function Thread({ photo, thread, onReply }: ThreadProps) {
  const { id, user, replies } = thread;
  return (
    <li>
      {thread.is_deleted || user === null ? (
        <p id={commentAnchor(id)} tabIndex={-1} className="comment-gone">
          {words.deletedComment}
        </p>
      ) : (
        <CommentItem photo={photo} comment={{ ...thread, user }} onReply={onReply} />
      )}
      {replies.length > 0 && (
        <div className="comment-replies">
          <EarlierReplies photoId={photo.id} thread={thread} />
          <ol aria-label={words.replies}>
            {replies.toReversed().map((reply) => (
              <li key={reply.id}>
                <CommentItem photo={photo} comment={reply} onReply={onReply} />
              </li>
            ))}
          </ol>
        </div>
      )}
    </li>
  );
}

function EarlierReplies({ photoId, thread }: { photoId: string; thread: CommentThread }) {
  const client = useQueryClient();
  const [isLoading, setIsLoading] = useState(false);
  if (thread.replies_cursor === null) return null;
  const show = async () => {
    setIsLoading(true);
    try {
      await readEarlierReplies(client, photoId, thread);
    } catch (error) {
      toast.error(errorMessage(error, words.repliesFailed));
    } finally {
      setIsLoading(false);
    }
  };
  return (
    <Button kind="text" className="-ms-2" busy={isLoading && loading} onClick={() => void show()}>
      {words.moreReplies({ count: Math.max(1, thread.replies_count - thread.replies.length) })}
    </Button>
  );
}
