import type { CommentInConversation } from '@mbari/contract/shapes/comments';
import type { Photo } from '@mbari/contract/shapes/photos';
import * as words from '@mbari/words/comments';
import * as sentences from '@mbari/words/sentences';
import { loading, tryAgain } from '@mbari/words/ui';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ellipsis, Flag, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { LikeAndLikers } from '~/features/photos/like-and-likers.tsx';
import { relativeDate } from '~/lib/relative-date.ts';
import { useHints } from '~/lib/use-hints.ts';
import { useLazyDialog } from '~/lib/use-lazy-dialog.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { Button, IconButton } from '~/ui/button.tsx';
import { ConfirmDialog } from '~/ui/dialog.tsx';
import { Menu } from '~/ui/menu.tsx';
import { Spinner } from '~/ui/spinner.tsx';
import { VerifiedBadge } from '~/ui/verified-badge.tsx';
import { commentsOn, inReadingOrder, isUnsent, readNewestComments } from './comment-queries.ts';
import { splitMentions } from './split-mentions.ts';
import { useDeleteComment } from './use-delete-comment.ts';
import { useLikeComment } from './use-like-comment.ts';
import { commentAnchor, useLinkedComment } from './use-linked-comment.ts';
import './comments.css';

/** A post's comments in the order they were written. The newest page is loaded first, older ones by a button. */
export function Conversation({ photo }: { photo: Photo }) {
  const client = useQueryClient();
  const conversation = useInfiniteQuery(commentsOn(photo.id));
  useHints(`photo:${photo.id}`, () => readNewestComments(client, photo.id));
  const comments = conversation.data ? inReadingOrder(conversation.data) : [];
  useLinkedComment(conversation, comments.length);
  return (
    <section id="conversation" aria-labelledby="conversation-title" className="conversation">
      <h2 id="conversation-title" className="display text-t26">
        {words.comments}
      </h2>
      {conversation.isPending && <Spinner />}
      {conversation.isError && comments.length === 0 && (
        <p role="alert" className="flex flex-wrap items-center gap-s2">
          {words.loadFailed}
          <Button kind="text" onClick={() => void conversation.refetch()}>
            {tryAgain}
          </Button>
        </p>
      )}
      {conversation.hasNextPage && (
        <Button
          kind="text"
          className="-ms-2"
          busy={conversation.isFetchingNextPage && loading}
          onClick={() => void conversation.fetchNextPage()}
        >
          {words.showEarlier}
        </Button>
      )}
      {conversation.isSuccess && comments.length === 0 && <p className="text-ink-quiet">{words.none}</p>}
      <ol className="grid gap-s5">
        {comments.map((comment) => (
          <CommentItem key={comment.id} photoId={photo.id} comment={comment} own={comment.user.id === photo.user.id} />
        ))}
      </ol>
    </section>
  );
}

function CommentItem({ photoId, comment, own }: { photoId: string; comment: CommentInConversation; own: boolean }) {
  const { user } = comment;
  return (
    <li id={commentAnchor(comment.id)} tabIndex={-1} className="comment" data-unsent={isUnsent(comment) || undefined}>
      <Avatar src={user.avatar_url} size={32} />
      <div className="min-w-0">
        <p className="comment-by">
          <Link to="/user/$username" params={{ username: user.username }} className="comment-author" dir="auto">
            {user.name}
          </Link>
          <VerifiedBadge member={user} size={16} />
          {own && <span className="sr-only">{words.byMaker}</span>}
          <time dateTime={comment.created_at} className="shrink-0 text-t15 text-ink-meta">
            {relativeDate(comment.created_at)}
          </time>
        </p>
        <p className="comment-words" dir="auto">
          {splitMentions(comment.content, comment.mentions).map(({ text, username }, index) =>
            // The index may be part of the key: the parts of a comment never change.
            username === null ? (
              text
            ) : (
              <Link key={`${index}${text}`} to="/user/$username" params={{ username }} className="comment-mention" dir="ltr">
                {text}
              </Link>
            ),
          )}
        </p>
        {!isUnsent(comment) && <LikeComment photoId={photoId} comment={comment} />}
      </div>
      <CommentActions photoId={photoId} comment={comment} />
    </li>
  );
}

function LikeComment({ photoId, comment }: { photoId: string; comment: CommentInConversation }) {
  const toggle = useLikeComment(photoId, comment);
  const subject = { kind: 'comment', id: comment.id } as const;
  return (
    <div className="comment-likes">
      <LikeAndLikers
        subject={subject}
        label={words.likeComment({ author: comment.user.name })}
        liked={comment.is_liked}
        count={comment.likes_count}
        showsNone={false}
        disabled={!comment.viewer.may_like}
        onPress={toggle}
      />
    </div>
  );
}

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** A single action is a button, two are a menu. */
function CommentActions({ photoId, comment }: { photoId: string; comment: CommentInConversation }) {
  const { may_delete: mayDelete, may_report: mayReport } = comment.viewer;
  const subject = { type: 'comment', id: comment.id } as const;
  const [asking, setAsking] = useState(false);
  const removeComment = useDeleteComment(photoId);
  const report = useLazyDialog(async () => (await import('~/features/reports/report-dialog.tsx')).ReportDialog);
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
              ? [{ label: words.deleteComment, icon: <Trash2 {...icon} />, onChoose: () => setAsking(true), danger: true }]
              : []),
          ]}
        />
      ) : (
        mayDelete && (
          <IconButton label={words.deleteComment} className="comment-actions" onClick={() => setAsking(true)}>
            <Trash2 {...icon} />
          </IconButton>
        )
      )}
      {report.Dialog && <report.Dialog subject={subject} onClose={report.close} />}
      {asking && (
        <ConfirmDialog
          title={words.deleteComment}
          question={sentences.deleteComment}
          action={words.deleteAction}
          onConfirm={() => {
            setAsking(false);
            void removeComment(comment);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
