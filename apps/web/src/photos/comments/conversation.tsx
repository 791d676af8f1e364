import type { CommentInConversation, CommentThread } from '@mbari/contract/photos/comments';
import type { Image, Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/comments';
import { loading, tryAgain } from '@mbari/words/ui';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '~/platform/lib/call.ts';
import type { Hint } from '~/platform/lib/hints.ts';
import { optionalLazy, withoutDelay } from '~/platform/lib/optional-lazy.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useHints } from '~/platform/lib/use-hints.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { CommentItem } from './comment-item.tsx';
import {
  commentAnchor,
  commentById,
  commentsOn,
  inReadingOrder,
  readEarlierReplies,
  readNewestComments,
  readNewestReplies,
} from './comment-queries.ts';
import './comments.css';

interface ConversationProps {
  photo: Photo;
  onReply: (comment: CommentInConversation) => void;
}

interface ConversationOfPostProps extends ConversationProps {
  image: Image | undefined;
  onShow: (index: number) => void;
}

const CritiquePanel = optionalLazy(async () => (await import('~/photos/critique/critique-panel.tsx')).CritiquePanel, withoutDelay);

/** The comments, next to the critique if the author asked for it. */
export function ConversationAndCritique({ image, onShow, ...of }: ConversationOfPostProps) {
  const conversation = <Conversation {...of} />;
  return of.photo.has_critique ? (
    <CritiquePanel photo={of.photo} {...{ image, onShow }}>
      {conversation}
    </CritiquePanel>
  ) : (
    conversation
  );
}

/** Returns whether a hint requires a refetch. `apply-hint.ts` applies like counts, and likes of the post do not change comments. */
const concernsComments = ({ change, comment_id: commentId, likes_count: likes }: Hint): boolean =>
  change !== 'likes' || (commentId !== undefined && likes === undefined);

export function Conversation({ photo, onReply }: ConversationProps) {
  const client = useQueryClient();
  const conversation = useInfiniteQuery(commentsOn(photo.id));
  useHints(`photo:${photo.id}`, () => readNewestComments(client, photo.id), concernsComments);
  const threads = conversation.data ? inReadingOrder(conversation.data) : [];
  useLinkedComment(photo.id, conversation, threads);
  return (
    <section id="conversation" aria-labelledby="conversation-title" className="conversation">
      <h2 id="conversation-title" className="display text-t26">
        {words.comments}
      </h2>
      {conversation.isPending && <Spinner />}
      {conversation.isError && threads.length === 0 && (
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
      {conversation.isSuccess && threads.length === 0 && <p className="text-ink-quiet">{words.none}</p>}
      <ol className="grid gap-s5">
        {threads.map((thread) => (
          <Thread key={thread.id} photo={photo} thread={thread} onReply={onReply} />
        ))}
      </ol>
    </section>
  );
}

interface ThreadProps {
  photo: Photo;
  thread: CommentThread;
  onReply: (comment: CommentInConversation) => void;
}

/** A comment, or its tombstone, with its newest replies. */
function Thread({ photo, thread, onReply }: ThreadProps) {
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

type Paging = Pick<ReturnType<typeof useInfiniteQuery>, 'hasNextPage' | 'isFetching' | 'fetchNextPage'>;

const mostPages = 10;

/** Loads up to ten pages until the linked comment or reply appears, then scrolls to it. */
function useLinkedComment(photoId: string, { hasNextPage, isFetching, fetchNextPage }: Paging, threads: CommentThread[]): void {
  const { hash } = useLocation();
  const client = useQueryClient();
  const id = hash.startsWith(commentAnchor('')) ? hash.slice(commentAnchor('').length) : '';
  const isShown = threads.some((thread) => thread.id === id || thread.replies.some((reply) => reply.id === id));
  const linked = useQuery({ ...commentById(photoId, id), enabled: id !== '' && threads.length > 0 && !isShown });
  const reached = useRef('');
  const steps = useRef({ hash: '', taken: 0 });
  useEffect(() => {
    if (id === '' || reached.current === hash || threads.length === 0) return;
    if (steps.current.hash !== hash) steps.current = { hash, taken: 0 };
    const comment = document.getElementById(hash);
    if (comment) {
      reached.current = hash;
      comment.scrollIntoView({ block: 'center' });
      comment.focus({ preventScroll: true });
      return;
    }
    if (linked.data === undefined || steps.current.taken >= mostPages) return;
    const { thread_id: threadId } = linked.data;
    const thread = threads.find((one) => one.id === threadId);
    if (thread) {
      const isFirst = steps.current.taken++ === 0;
      // The cached thread may be older than the reply.
      const read = isFirst ? readNewestReplies(client, photoId, thread.id) : readEarlierReplies(client, photoId, thread);
      read.catch(() => undefined);
    } else if (hasNextPage && !isFetching) {
      steps.current.taken += 1;
      void fetchNextPage();
    }
  }, [id, hash, photoId, client, threads, linked.data, hasNextPage, isFetching, fetchNextPage]);
}
