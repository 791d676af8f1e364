import { addForumPost } from '@mbari/contract/forum-posts';
import type { ForumPost } from '@mbari/contract/shapes/forum-posts';
import * as draftWords from '@mbari/words/forum-drafts';
import { pollWrong } from '@mbari/words/forum-polls';
import * as words from '@mbari/words/topic-writing';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { attemptAnswered, attemptKey } from '~/features/forum-drafts/send-attempt.ts';
import type { Draft } from '~/features/forum-drafts/use-draft.ts';
import type { PollField } from '~/features/forum-polls/use-poll-field.tsx';
import { isTooLong } from '~/features/markdown/markdown-field.tsx';
import { hasPending } from '~/features/markdown/pending-images.ts';
import { forumPostAdded } from '~/lib/cache-events/forum.ts';
import { call, CallRefused, wordsOf } from '~/lib/call.ts';
import { saidPending } from '~/lib/said-pending.ts';
import type { AnsweredPost } from './use-reply.ts';

interface SendReplyOptions {
  topicId: string;
  draft: Draft;
  replyTo: AnsweredPost | null;
  poll: Pick<PollField, 'read' | 'discard'>;
  onPosted: (post: ForumPost) => void;
  /** It waits for an organiser. */
  onPending: () => void;
}

/** Posts a reply. One that was not answered is sent again under the same key, so that it is posted once. */
export function useSendReply({
  topicId,
  draft,
  replyTo,
  poll: { read: readPoll, discard: discardPoll },
  onPosted,
  onPending,
}: SendReplyOptions) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<readonly string[]>([]);
  const sending = useRef(false);
  const place = `topic:${topicId}`;
  const done = () => {
    attemptAnswered(place);
    void draft.discard();
    discardPoll();
  };
  const send = async () => {
    const body = draft.text.body.trim();
    const poll = readPoll();
    const wrong = whyNot(body, draft) ?? (poll === undefined ? pollWrong : null);
    setError(wrong === null ? [] : [wrong]);
    if (wrong !== null || sending.current) return;
    sending.current = true;
    setBusy(true);
    const reply = { body, ...(replyTo && { reply_to: replyTo.id }), ...(poll && { poll }) };
    try {
      const headers = { 'idempotency-key': attemptKey(place, reply) };
      const { data: post } = await call(addForumPost, { params: { id: topicId }, body: reply, headers });
      done();
      forumPostAdded(client, post);
      onPosted(post);
    } catch (failure) {
      if (saidPending(failure)) {
        done();
        onPending();
        return;
      }
      setError((failure instanceof CallRefused && failure.errors['body']) || [wordsOf(failure, words.replyFailed)]);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  return { send, busy, error };
}

/** Why a text cannot be posted yet; null: it can. */
export function whyNot(body: string, { conflict }: Pick<Draft, 'conflict'>): string | null {
  if (conflict !== null) return draftWords.chooseFirst;
  if (body === '') return words.empty;
  if (hasPending(body)) return words.imagesPending;
  return isTooLong(body) ? words.tooLong : null;
}
