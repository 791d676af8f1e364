import type { ForumCategory } from '@mbari/contract/forum/categories';
import { listSimilarTopics } from '@mbari/contract/forum/search';
import { createTopic, type Topic } from '@mbari/contract/forum/topics';
import * as limits from '@mbari/contract/platform/limits';
import * as draftWords from '@mbari/words/forum-drafts';
import { pollWrong } from '@mbari/words/forum-polls';
import * as words from '@mbari/words/new-topic';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { DraftConflict, DraftStatus } from '~/forum/draft-status.tsx';
import { isEmptyText } from '~/forum/draft-text.ts';
import { MarkdownEditor } from '~/forum/markdown/markdown-editor.tsx';
import { isTooLong } from '~/forum/markdown/markdown-field.tsx';
import { hasPending, type OnFiles } from '~/forum/markdown/pending-images.ts';
import { type PollField, usePollField } from '~/forum/polls/use-poll-field.tsx';
import { type Draft, useDraft } from '~/forum/use-draft.ts';
import { categoryMissing, topicAdded } from '~/platform/lib/cache-events/forum.ts';
import { call, CallRefused, errorMessage } from '~/platform/lib/call.ts';
import { lengthOf } from '~/platform/lib/length-of.ts';
import { similarTopicsKey } from '~/platform/lib/query-keys.ts';
import { attemptAnswered, attemptKey } from '~/platform/lib/send-attempt.ts';
import { showPendingToast } from '~/platform/lib/show-pending-toast.ts';
import { useDebounced } from '~/platform/lib/use-debounced.ts';
import { type FieldErrors, useForm } from '~/platform/lib/use-form.ts';
import { useLeaveGuard } from '~/platform/lib/use-leave-guard.ts';
import { Button } from '~/platform/ui/button.tsx';
import { ConfirmDialog } from '~/platform/ui/dialog.tsx';
import { FieldError, SelectField, TextField } from '~/platform/ui/field.tsx';
import { SendShortcut } from '~/platform/ui/send-shortcut.tsx';
import './new-topic.css';

interface NewTopicFormProps {
  categories: readonly ForumCategory[];
  /** Category id; '' while none is chosen. */
  category: string;
  onCategory: (id: string) => void;
  onPosted: (topic: Topic) => void;
  onPending: () => void;
  onPhotoGone: () => void;
  photoId?: string | undefined;
  onFiles?: OnFiles;
  children?: ReactNode;
}

/** The draft moves along when the category changes. */
export function NewTopicForm({
  categories,
  category,
  photoId,
  onCategory,
  onPosted,
  onPending,
  onPhotoGone,
  onFiles,
  children,
}: NewTopicFormProps) {
  const draft = useDraft({ place: category === '' ? null : `new:${category}` });
  const { title, body } = draft.text;
  const poll = usePollField(`new:${category}`);
  const { errors, busy, onSubmit } = usePostTopic(
    draft,
    { category_id: category, title, body, ...(photoId !== undefined && { photo_id: photoId }) },
    { poll, onPosted, onPending, onPhotoGone },
  );
  return (
    <form className="new-topic" noValidate onSubmit={onSubmit}>
      <CategoryField {...{ categories, category, onCategory }} error={errors['category_id']} />
      <TitleField title={title} error={errors['title']} onChange={(changed) => draft.change({ title: changed })} />
      <MarkdownEditor
        beside
        label={words.body}
        placeholder={words.body}
        value={body}
        error={errors['body']}
        onChange={(changed) => draft.change({ body: changed })}
        {...(onFiles && { onFiles })}
      />
      {children}
      {poll.form}
      <DraftConflict draft={draft} />
      {errors['form'] && <FieldError>{errors['form'].join(' ')}</FieldError>}
      <div className="new-topic-tools">
        {poll.button}
        <ThrowAway draft={draft} onThrownAway={poll.discard} />
        <LeaveGuard draft={draft} />
      </div>
      <div className="new-topic-footer">
        <DraftStatus draft={draft} />
        <SendShortcut />
        <Button type="submit" tall busy={busy && words.posting}>
          {words.post}
        </Button>
      </div>
    </form>
  );
}

type CategoryFieldProps = Pick<NewTopicFormProps, 'categories' | 'category' | 'onCategory'> & { error: readonly string[] | undefined };

function CategoryField({ categories, category, onCategory, error }: CategoryFieldProps) {
  return (
    <SelectField
      label={words.category}
      name="category_id"
      value={category}
      error={error}
      onChange={({ target }) => onCategory(target.value)}
    >
      <option value="" disabled>
        {words.chooseCategory}
      </option>
      {categories.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

interface TitleFieldProps {
  title: string;
  error: readonly string[] | undefined;
  onChange: (title: string) => void;
}

function TitleField({ title, error, onChange }: TitleFieldProps) {
  return (
    <div>
      <TextField
        label={words.title}
        name="title"
        dir="auto"
        autoComplete="off"
        maxLength={limits.forumTitle}
        hint={words.titleHint}
        value={title}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
      <SimilarTopics title={title} />
    </div>
  );
}

function ThrowAway({ draft, onThrownAway }: { draft: Draft; onThrownAway: () => void }) {
  const [isConfirming, setConfirming] = useState(false);
  if (isEmptyText(draft.text)) return null;
  return (
    <>
      <Button kind="text" onClick={() => setConfirming(true)}>
        {words.throwAway}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={words.throwAwayTitle}
          question={words.throwAwayQuestion}
          action={words.throwAway}
          onClose={() => setConfirming(false)}
          onConfirm={() => {
            setConfirming(false);
            void draft.discard();
            onThrownAway();
          }}
        />
      )}
    </>
  );
}

/** Asks before leaving a draft that only this browser has. Posted drafts and category changes are not blocked. */
function LeaveGuard({ draft: { status, isLocal } }: { draft: Draft }) {
  const { asked, stay, leave } = useLeaveGuard(status === 'local', (pathname) => pathname === '/forum/new' || !isLocal());
  if (!asked) return null;
  return <ConfirmDialog title={words.leaveTitle} question={words.leaveQuestion} action={words.leave} onClose={stay} onConfirm={leave} />;
}

function SimilarTopics({ title }: { title: string }) {
  const searchText = useDebounced(title.trim(), limits.searchDebounce);
  const { data = [] } = useQuery({
    queryKey: similarTopicsKey(searchText),
    queryFn: async ({ signal }) => (await call(listSimilarTopics, { query: { title: searchText }, signal })).data,
    enabled: searchText.length >= limits.forumTitleMin && searchText.length <= limits.forumTitle,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
  const similarTopics = searchText.length < limits.forumTitleMin ? [] : data;
  return (
    <section aria-live="polite" aria-label={words.similar} className="similar-topics" hidden={similarTopics.length === 0}>
      <h2 className="text-t15 font-semibold">{words.similar}</h2>
      <ul>
        {similarTopics.map(({ id, slug, title, category, posts_count, is_solved }) => (
          <li key={id}>
            {/* Opens in a new tab, to keep the unposted text. */}
            <Link to="/forum/t/$id/{-$slug}/{-$number}" params={{ id, slug }} target="_blank" className="link" dir="auto">
              {title}
            </Link>
            <span className="text-t15 text-ink-meta">
              {' '}
              {category.name} · {words.posts({ count: posts_count })}
              {is_solved && ` · ${words.solved}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface NewTopic {
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
function usePostTopic(
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
