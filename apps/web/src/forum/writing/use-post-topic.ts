import { type Topic, createTopic } from '@mbari/contract/forum/topics';
import * as limits from '@mbari/contract/platform/limits';
import * as draftWords from '@mbari/words/forum-drafts';
import { pollWrong } from '@mbari/words/forum-polls';
import * as words from '@mbari/words/new-topic';
import { useQueryClient } from '@tanstack/react-query';
import { isTooLong } from '~/forum/markdown/markdown-field.tsx';
import { hasPending } from '~/forum/markdown/pending-images.ts';
import type { PollField } from '~/forum/polls/use-poll-field.tsx';
import type { Draft } from '~/forum/use-draft.ts';
import { categoryMissing, topicAdded } from '~/platform/lib/cache-events/forum.ts';
import { call, CallRefused, errorMessage } from '~/platform/lib/call.ts';
import { lengthOf } from '~/platform/lib/length-of.ts';
import { attemptAnswered, attemptKey } from '~/platform/lib/send-attempt.ts';
import { showPendingToast } from '~/platform/lib/show-pending-toast.ts';
import { type FieldErrors, useForm } from '~/platform/lib/use-form.ts';

export interface NewTopic {
  category_id: string;
  title: string;
  body: string;
  photo_id?: string;
}

interface PostTopicOptions {
  poll: Pick<PollField, 'read' | 'discard'>;
  onPosted: (topic: Topic) => void;
  /** Called if the topic is held for review. */
  onPending: () => void;
  /** Called if the photo no longer exists. */
  onPhotoGone: () => void;
}

/** A retry after a lost answer reuses the idempotency key. */
export function usePostTopic(
  draft: Draft,
  topic: NewTopic,
  { poll: { read: readPoll, discard: discardPoll }, onPosted, onPending, onPhotoGone }: PostTopicOptions,
) {
  const client = useQueryClient();
  const done = () => {
    attemptAnswered('new');
    void draft.discard();
    discardPoll();
  };
  return useForm<NewTopic>({
    start: topic,
    check: (values) => validateTopic(values, draft, readPoll() === undefined),
    send: async ({ title, body, ...about }) => {
      const poll = readPoll();
      const newTopic = { ...about, title: title.trim(), body: body.trim(), ...(poll && { poll }) };
      const headers = { 'idempotency-key': attemptKey('new', newTopic) };
      const { data } = await call(createTopic, { body: newTopic, headers }).catch((error: unknown) => {
        // The category was deleted: refetch the list.
        if (error instanceof CallRefused && error.errors['category_id']) categoryMissing(client);
        throw error;
      });
      done();
      topicAdded(client, data);
      onPosted(data);
    },
    onFailure: (error) => {
      if (showPendingToast(error)) {
        done();
        onPending();
        return;
      }
      if (!(error instanceof CallRefused && error.errors['photo_id'])) return { form: [errorMessage(error, words.failed)] };
      onPhotoGone();
      return { form: [words.photoGone] };
    },
  });
}

function validateTopic({ category_id: category, title, body }: NewTopic, { conflict }: Draft, isPollWrong: boolean): FieldErrors {
  const problems = {
    category_id: category === '' && words.categoryNeeded,
    title: lengthOf(title) < limits.forumTitleMin && words.titleNeeded({ least: limits.forumTitleMin }),
    body: wrongWithBody(body.trim()),
    form: (conflict !== null && draftWords.chooseFirst) || (isPollWrong && pollWrong),
  };
  return Object.fromEntries(Object.entries(problems).flatMap(([field, wrong]) => (wrong ? [[field, [wrong]]] : [])));
}

function wrongWithBody(body: string): string | false {
  if (body === '') return words.bodyNeeded;
  if (hasPending(body)) return words.imagesPending;
  return isTooLong(body) && words.bodyTooLong;
}
