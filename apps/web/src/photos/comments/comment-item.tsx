import { type CommentInConversation, type CommentThread, deleteComment } from '@mbari/contract/photos/comments';
import { likeComment, unlikeComment } from '@mbari/contract/photos/likes';
import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/comments';
import { inComment } from '@mbari/words/muted-words';
import { likeFailed } from '@mbari/words/photos';
import * as sentences from '@mbari/words/sentences';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ellipsis, Flag, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { LikeAndLikers } from '~/photos/like-and-likers.tsx';
import { commentsChanged } from '~/platform/lib/cache-events/responses.ts';
import { call, CallRefused, errorMessage } from '~/platform/lib/call.ts';
import { relativeDate } from '~/platform/lib/dates.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { counted, useToggle } from '~/platform/lib/use-toggle.ts';
import { Folded } from '~/platform/text/folded.tsx';
import { LinkedText } from '~/platform/text/linked-text.tsx';
import { useFold } from '~/platform/text/use-muted-words.ts';
import { Avatar, VerifiedBadge } from '~/platform/ui/avatar.tsx';
import { IconButton } from '~/platform/ui/button.tsx';
import { ConfirmDialog } from '~/platform/ui/dialog.tsx';
import { Menu } from '~/platform/ui/menu.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import {
  commentAnchor,
  commentsOn,
  inReadingOrder,
  isUnsent,
  patchLikes,
  patchThreads,
  withComment,
  withoutComment,
} from './comment-queries.ts';

interface CommentItemProps {
  photo: Photo;
  comment: CommentInConversation;
  onReply: (comment: CommentInConversation) => void;
}

export function CommentItem({ photo, comment, onReply }: CommentItemProps) {
  const { user } = comment;
  const { folded, show, shownRef } = useFold(user.id, () => comment.content);
  if (folded)
    return (
      <p id={commentAnchor(comment.id)} tabIndex={-1} className="comment-gone">
        <Folded why={inComment} onShow={show} />
      </p>
    );
  return (
    <article ref={shownRef} id={commentAnchor(comment.id)} tabIndex={-1} className="comment" data-unsent={isUnsent(comment) || undefined}>
      <Avatar src={user.avatar_url} size={32} />
      <div className="min-w-0">
        <p className="comment-by">
          <Link to="/user/$username" params={{ username: user.username }} className="comment-author" dir="auto">
            {user.name}
          </Link>
          <VerifiedBadge member={user} size={16} />
          {user.id === photo.user.id && <span className="sr-only">{words.byMaker}</span>}
          <time dateTime={comment.created_at} className="shrink-0 text-t15 text-ink-meta">
            {relativeDate(comment.created_at)}
          </time>
        </p>
        <p className="comment-words" dir="auto">
          {comment.reply_to && <ReplyRecipient {...comment.reply_to.user} />}
          <LinkedText text={comment.content} mentions={comment.mentions} />
        </p>
        {!isUnsent(comment) && (
          <div className="comment-likes">
            <LikeComment photoId={photo.id} comment={comment} />
            {comment.viewer.may_reply && (
              <button
                type="button"
                className="count-button comment-reply"
                aria-label={words.replyTo({ author: user.name })}
                onClick={() => onReply(comment)}
              >
                {words.reply}
              </button>
            )}
          </div>
        )}
      </div>
      <CommentActions photoId={photo.id} comment={comment} />
    </article>
  );
}

function ReplyRecipient({ name, username }: { name: string; username: string }) {
  // With a direction of its own, the label does not decide that of the comment.
  return (
    <span className="comment-answered" dir="auto">
      <Phrase
        parts={words.answers({
          name,
          label: (text) => <span className="sr-only">{text}</span>,
          link: (text) => (
            <Link to="/user/$username" params={{ username }} className="text-link" dir="auto">
              {text}
            </Link>
          ),
        })}
      />
    </span>
  );
}

function LikeComment({ photoId, comment }: { photoId: string; comment: CommentInConversation }) {
  const toggle = useLikeComment(photoId, comment);
  const subject = { kind: 'comment', id: comment.id } as const;
  return (
    <LikeAndLikers
      subject={subject}
      label={words.likeComment({ author: comment.user.name })}
      liked={comment.is_liked}
      count={comment.likes_count}
      showsNone={false}
      disabled={!comment.viewer.may_like}
      onPress={toggle}
    />
  );
}

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

function CommentActions({ photoId, comment }: { photoId: string; comment: CommentInConversation }) {
  const { may_delete: mayDelete, may_report: mayReport } = comment.viewer;
  const subject = { type: 'comment', id: comment.id } as const;
  const [isConfirming, setConfirming] = useState(false);
  const removeComment = useDeleteComment(photoId);
  const report = useLazyDialog(async () => (await import('~/platform/ui/report-dialog.tsx')).ReportDialog);
  return (
    <>
      {mayReport ? (
        <Menu
          label={words.more({ author: comment.user.name })}
          className="comment-actions"
          icon={<Ellipsis {...icon} />}
          items={[
            { label: words.reportComment, icon: <Flag {...icon} />, onChoose: report.open },
            ...(mayDelete
              ? [{ label: words.deleteComment, icon: <Trash2 {...icon} />, onChoose: () => setConfirming(true), danger: true }]
              : []),
          ]}
        />
      ) : (
        mayDelete && (
          <IconButton label={words.deleteComment} className="comment-actions" onClick={() => setConfirming(true)}>
            <Trash2 {...icon} />
          </IconButton>
        )
      )}
      {report.Dialog && <report.Dialog subject={subject} onClose={report.close} />}
      {isConfirming && (
        <ConfirmDialog
          title={words.deleteComment}
          question={sentences.deleteComment}
          action={words.deleteAction}
          onConfirm={() => {
            setConfirming(false);
            void removeComment(comment);
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}

/** Toggles the viewer's like optimistically. */
function useLikeComment(photoId: string, { id, is_liked: isLiked }: CommentInConversation): () => void {
  const client = useQueryClient();
  const { toggle } = useToggle({
    key: `like ${id}`,
    on: isLiked,
    show: (on) =>
      patchLikes(client, photoId, id, (likes) =>
        likes.is_liked === on ? likes : { is_liked: on, likes_count: counted(likes.likes_count, on ? 1 : -1) },
      ),
    send: async (on) => {
      const { data } = await call(on ? likeComment : unlikeComment, { params: { id } });
      // Uses the server's count, unless the viewer toggled again in the meantime.
      patchLikes(client, photoId, id, (likes) => (likes.is_liked === data.is_liked ? { ...likes, likes_count: data.likes_count } : likes));
    },
    onRefused: (error) => toast.error(errorMessage(error, likeFailed)),
  });
  return toggle;
}

/** Deletes a comment or a reply optimistically. */
function useDeleteComment(photoId: string): (comment: CommentInConversation) => Promise<void> {
  const client = useQueryClient();
  return async (comment) => {
    const { queryKey } = commentsOn(photoId);
    // A pending response still contains the comment.
    await client.cancelQueries({ queryKey });
    const conversation = client.getQueryData(queryKey);
    const before = conversation && inReadingOrder(conversation).find(({ id }) => id === (comment.thread_id ?? comment.id));
    patchThreads(client, photoId, (threads) => threads.flatMap((thread) => withoutComment(thread, comment)));
    commentsChanged(client, photoId, -1);
    try {
      await call(deleteComment, { params: { id: photoId, commentId: comment.id } });
    } catch (error) {
      if (error instanceof CallRefused && error.status === 404) return;
      if (before) putBack(client, photoId, before, comment);
      commentsChanged(client, photoId, 1);
      toast.error(sentences.commentDeleteFailed);
    }
  };
}

function putBack(client: QueryClient, photoId: string, before: CommentThread, comment: CommentInConversation): void {
  const pages = client.getQueryData(commentsOn(photoId).queryKey)?.pages ?? [];
  const isThere = pages.some(({ data }) => data.some(({ id }) => id === before.id));
  // Pages are newest first. The comment belongs to the first page with an older comment, or to the last page.
  const ownPage = pages.findIndex(({ data }) => data.some(({ created_at }) => created_at <= before.created_at));
  patchThreads(client, photoId, (threads, page) => {
    if (isThere) return threads.map((thread) => withComment(thread, comment));
    if (page !== (ownPage === -1 ? pages.length - 1 : ownPage)) return threads;
    const newer = threads.filter(({ created_at }) => created_at > before.created_at);
    return [...newer, before, ...threads.slice(newer.length)];
  });
}
