import { deleteComment } from '@mbari/contract/photos';
import * as sentences from '@mbari/contract/sentences';
import type { Comment, Photo } from '@mbari/contract/shapes/photos';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call, CallRefused } from '~/lib/call.ts';
import { relativeDate } from '~/lib/relative-date.ts';
import { toast } from '~/lib/toast.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { Button, IconButton } from '~/ui/button.tsx';
import { ConfirmDialog } from '~/ui/dialog.tsx';
import { Spinner } from '~/ui/spinner.tsx';
import { VerifiedBadge } from '~/ui/verified-badge.tsx';
import { commentsOn, countComments, inReadingOrder, patchComments } from './comment-queries.ts';
import { isUnsent } from './use-add-comment.ts';
import './comments.css';

/** What was said below a post, from the first word to the last. The newest page comes first; what was said before it is a press away. */
export function Conversation({ photo }: { photo: Photo }) {
  const conversation = useInfiniteQuery(commentsOn(photo.id));
  const comments = conversation.data ? inReadingOrder(conversation.data) : [];
  return (
    <section id="conversation" aria-labelledby="conversation-title" className="conversation">
      <h2 id="conversation-title" className="display text-t26">
        Conversation
      </h2>
      {conversation.isPending && <Spinner />}
      {conversation.isError && comments.length === 0 && (
        <p role="alert" className="flex flex-wrap items-center gap-s2">
          The conversation could not be loaded.
          <Button kind="words" onClick={() => void conversation.refetch()}>
            Try Again
          </Button>
        </p>
      )}
      {conversation.hasNextPage && (
        <Button
          kind="words"
          className="-ms-2"
          busy={conversation.isFetchingNextPage && 'Loading...'}
          onClick={() => void conversation.fetchNextPage()}
        >
          Show earlier comments
        </Button>
      )}
      {conversation.isSuccess && comments.length === 0 && <p className="text-ink-quiet">Nobody has said anything yet.</p>}
      <ol className="grid gap-s5">
        {comments.map((comment) => (
          <OneComment key={comment.id} photoId={photo.id} comment={comment} own={comment.user.id === photo.user.id} />
        ))}
      </ol>
    </section>
  );
}

function OneComment({ photoId, comment, own }: { photoId: string; comment: Comment; own: boolean }) {
  const [asking, setAsking] = useState(false);
  const { user } = comment;
  return (
    <li className="comment" data-unsent={isUnsent(comment) || undefined}>
      <Avatar src={user.avatar_url} size={32} />
      <div className="min-w-0">
        <p className="comment-by">
          <span className="truncate font-semibold" dir="auto">
            {user.name}
          </span>
          <VerifiedBadge member={user} size={16} />
          {own && <span className="sr-only">, who made the photo,</span>}
          <time dateTime={comment.created_at} className="shrink-0 text-t15 text-ink-meta">
            {relativeDate(comment.created_at)}
          </time>
        </p>
        <p className="comment-words" dir="auto">
          {comment.content}
        </p>
      </div>
      {comment.viewer.may_delete && (
        <IconButton label="Delete comment" className="comment-delete" onClick={() => setAsking(true)}>
          <Trash2 size={18} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      )}
      {asking && <DeleteComment photoId={photoId} commentId={comment.id} onClose={() => setAsking(false)} />}
    </li>
  );
}

function DeleteComment({ photoId, commentId, onClose }: { photoId: string; commentId: string; onClose: () => void }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await call(deleteComment, { params: { id: photoId, commentId } });
    } catch (error) {
      // Gone already is gone.
      if (!(error instanceof CallRefused && error.status === 404)) {
        toast.error(sentences.commentDeleteFailed);
        onClose();
        return;
      }
    }
    onClose();
    patchComments(client, photoId, (comments) => comments.filter(({ id }) => id !== commentId));
    countComments(client, photoId, -1);
  };
  return (
    <ConfirmDialog
      title="Delete comment"
      question={sentences.deleteComment}
      act="Delete"
      busy={busy && 'Deleting...'}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}
