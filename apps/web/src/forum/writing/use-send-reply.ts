import { type ForumPost, addForumPost } from '@mbari/contract/forum/posts';
import * as draftWords from '@mbari/words/forum-drafts';
import { pollWrong } from '@mbari/words/forum-polls';
import * as words from '@mbari/words/topic-writing';
import { useQueryClient } from '@tanstack/react-query';
import { isTooLong } from '~/forum/markdown/markdown-field.tsx';
import { hasPending } from '~/forum/markdown/pending-images.ts';
import type { PollField } from '~/forum/polls/use-poll-field.tsx';
import type { Draft } from '~/forum/use-draft.ts';
import { forumPostAdded } from '~/platform/lib/cache-events/forum.ts';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { attemptAnswered, attemptKey } from '~/platform/lib/send-attempt.ts';
import { showPendingToast } from '~/platform/lib/show-pending-toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import type { AnsweredPost } from './use-reply.ts';

interface SendReplyOptions {
  topicId: string;
  draft: Draft;
  replyTo: AnsweredPost | null;
  poll: Pick<PollField, 'read' | 'discard'>;
  onPosted: (post: ForumPost) => void;
  /** Called if the reply is held for review. */
  onPending: () => void;
}

/** A retry after a lost answer reuses the idempotency key. */
export function useSendReply({
  topicId,
  draft,
  replyTo,
  poll: { read: readPoll, discard: discardPoll },
  onPosted,
  onPending,
}: SendReplyOptions) {
  const client = useQueryClient();
  const place = `topic:${topicId}`;
  const done = () => {
    attemptAnswered(place);
    void draft.discard();
    discardPoll();
  };
  return useForm<{ body: string }>({
    start: { body: draft.text.body.trim() },
    check: ({ body }) => {
      const problem = findBodyProblem(body, draft);
      const isPollWrong = readPoll() === undefined;
      return { ...(problem !== null && { body: [problem] }), ...(problem === null && isPollWrong && { poll: [pollWrong] }) };
    },
    send: async ({ body }) => {
      const poll = readPoll();
      const reply = { body, ...(replyTo && { reply_to: replyTo.id }), ...(poll && { poll }) };
      const headers = { 'idempotency-key': attemptKey(place, reply) };
      const { data: post } = await call(addForumPost, { params: { id: topicId }, body: reply, headers });
      done();
      forumPostAdded(client, post);
      onPosted(post);
    },
    onFailure: (failure) => {
      if (!showPendingToast(failure)) return { body: [errorMessage(failure, words.replyFailed)] };
      done();
      onPending();
    },
  });
}

/** Returns why a text cannot be posted yet, or null. */
export function findBodyProblem(body: string, { conflict }: Pick<Draft, 'conflict'>): string | null {
  if (conflict !== null) return draftWords.chooseFirst;
  if (body === '') return words.empty;
  if (hasPending(body)) return words.imagesPending;
  return isTooLong(body) ? words.tooLong : null;
}
