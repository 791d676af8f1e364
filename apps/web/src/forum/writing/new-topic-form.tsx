import type { ForumCategory } from '@mbari/contract/forum/categories';
import { listSimilarTopics } from '@mbari/contract/forum/search';
import type { Topic } from '@mbari/contract/forum/topics';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/new-topic';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { DraftConflict, DraftStatus } from '~/forum/draft-status.tsx';
import { isEmptyText } from '~/forum/draft-text.ts';
import { MarkdownEditor } from '~/forum/markdown/markdown-editor.tsx';
import type { OnFiles } from '~/forum/markdown/pending-images.ts';
import { usePollField } from '~/forum/polls/use-poll-field.tsx';
import { type Draft, useDraft } from '~/forum/use-draft.ts';
import { call } from '~/platform/lib/call.ts';
import { similarTopicsKey } from '~/platform/lib/query-keys.ts';
import { useDebounced } from '~/platform/lib/use-debounced.ts';
import './new-topic.css';
import { useLeaveGuard } from '~/platform/lib/use-leave-guard.ts';
import { Button } from '~/platform/ui/button.tsx';
import { ConfirmDialog } from '~/platform/ui/dialog.tsx';
import { FieldError, SelectField, TextField } from '~/platform/ui/field.tsx';
import { SendShortcut } from '~/platform/ui/send-shortcut.tsx';
import { usePostTopic } from './use-post-topic.ts';

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
