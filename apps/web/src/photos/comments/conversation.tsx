import type { CommentInConversation } from '@mbari/contract/photos/comments';
import type { Image, Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/comments';
import { loading, tryAgain } from '@mbari/words/ui';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { Hint } from '~/platform/lib/hints.ts';
import { optionalLazy, withoutDelay } from '~/platform/lib/optional-lazy.ts';
import { useHints } from '~/platform/lib/use-hints.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { commentsOn, inReadingOrder, readNewestComments } from './comment-queries.ts';
import { Thread } from './comment-thread.tsx';
import { useLinkedComment } from './use-linked-comment.ts';
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
