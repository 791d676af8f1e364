'use no memo';

import { editForumPost, type ForumPost } from '@mbari/contract/forum/posts';
import { type Topic, updateTopic } from '@mbari/contract/forum/topics';
import type { Author } from '@mbari/contract/people/members';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/topic-writing';
import { cancel, saving } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { DraftConflict, DraftStatus } from '~/forum/draft-status.tsx';
import type { DraftText } from '~/forum/draft-text.ts';
import { MarkdownEditor } from '~/forum/markdown/markdown-editor.tsx';
import type { OnFiles } from '~/forum/markdown/pending-images.ts';
import { type Draft, useDraft } from '~/forum/use-draft.ts';
import { forumPostChanged, topicChanged } from '~/platform/lib/cache-events/forum.ts';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { lengthOf } from '~/platform/lib/length-of.ts';
import { EditConflict, type FieldErrors, useForm } from '~/platform/lib/use-form.ts';
import { type SharedFields, useSharedEdit } from '~/platform/lib/use-shared-edit.ts';
import { Button } from '~/platform/ui/button.tsx';
import { ConflictChoice } from '~/platform/ui/conflict-choice.tsx';
import { DiscardDialog } from '~/platform/ui/discard-dialog.tsx';
import { TextField } from '~/platform/ui/field.tsx';
import { SendShortcut } from '~/platform/ui/send-shortcut.tsx';
import { findBodyProblem } from './use-send-reply.ts';
import './topic-writing.css';

interface EditPostFormProps {
  post: ForumPost;
  /** Set for an opening: title and text are edited together. */
  topic?: Pick<Topic, 'title' | 'version'> | undefined;
  participants: () => readonly Author[];
  onFiles?: OnFiles | undefined;
  onDone: () => void;
}

export function EditPostForm({ post, topic, participants, onFiles, onDone }: EditPostFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft({ place: `post:${post.id}`, start: { title: topic?.title ?? '', body: post.body } });
  const [isConfirming, setConfirming] = useState(false);
  const [forgets, setForgets] = useState(false);
  const { body } = draft.text;
  const { shared, isChanged, errors, busy, onSubmit, submit } = useSavePost({ post, topic, draft, forgets, onDone });
  useEffect(() => field.current?.focus(), []);
  const throwAway = () => {
    void draft.discard();
    onDone();
  };
  return (
    <form className="edit-post" aria-label={words.yourPost} noValidate onSubmit={onSubmit}>
      {topic !== undefined && <TitleField draft={draft} error={errors['title']} />}
      <MarkdownEditor
        label={words.yourPost}
        value={body}
        onChange={(changed) => draft.change({ body: changed })}
        {...{ field, participants }}
        {...(onFiles && { onFiles })}
        error={errors['body']}
        onSend={() => field.current?.form?.requestSubmit()}
      />
      <DraftConflict draft={draft} />
      <RemoveVersions checked={forgets} onChange={setForgets} />
      <ConflictChoice {...{ shared, submit }} values={draft.text} change={draft.change} />
      <div className="reply-footer">
        <DraftStatus draft={draft} />
        <Button kind="quiet" onClick={() => (isChanged ? setConfirming(true) : throwAway())}>
          {cancel}
        </Button>
        <SendShortcut />
        <Button type="submit" busy={busy && saving}>
          {words.save}
        </Button>
      </div>
      <DiscardDialog asked={isConfirming} stay={() => setConfirming(false)} leave={throwAway} />
    </form>
  );
}

function RemoveVersions({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const hint = useId();
  return (
    <div className="edit-post-versions">
      <label>
        <input type="checkbox" checked={checked} aria-describedby={hint} onChange={({ target }) => onChange(target.checked)} />
        {words.removeVersions}
      </label>
      <p id={hint}>{words.removeVersionsHint}</p>
    </div>
  );
}

function TitleField({ draft, error }: { draft: Draft; error: readonly string[] | undefined }) {
  return (
    <TextField
      label={words.theTitle}
      name="title"
      dir="auto"
      autoComplete="off"
      maxLength={limits.forumTitle}
      value={draft.text.title}
      error={error}
      onChange={({ target }) => draft.change({ title: target.value })}
    />
  );
}

type Stored = Pick<ForumPost, 'body' | 'version'> & Partial<Pick<Topic, 'title'>>;

const valuesOf = ({ title = '', body }: Stored): DraftText => ({ title, body });
const trimmed = (text: string): string => text.trim();
const fields: SharedFields<DraftText> = {
  title: { label: words.theTitle, text: String, key: trimmed },
  body: { label: words.yourPost, text: String, key: trimmed },
};

type SavePostOptions = Pick<EditPostFormProps, 'post' | 'topic' | 'onDone'> & { draft: Draft; forgets: boolean };

function useSavePost({ post, topic, draft, forgets, onDone }: SavePostOptions) {
  const client = useQueryClient();
  const { text } = draft;
  const [opened] = useState<Stored>({ ...(topic ?? { version: post.version }), body: post.body });
  const shared = useSharedEdit({ read: opened, valuesOf, fields });
  const save = async ({ title, body }: DraftText, { version, ...before }: Stored): Promise<void> => {
    const params = { id: post.topic_id };
    const removed = forgets && { remove_versions: true };
    if (topic === undefined) {
      const { data } = await call(editForumPost, { params: { ...params, postId: post.id }, body: { body, version, ...removed } });
      forumPostChanged(client, data);
      return;
    }
    const changes = { ...(title.trim() !== before.title && { title: title.trim() }), ...(body.trim() !== before.body && { body }) };
    const { data } = await call(updateTopic, { params, body: { ...changes, version, ...removed } });
    await topicChanged(client, data);
  };
  const form = useForm<DraftText>({
    start: text,
    check: (draftText) => validateEdit(draftText, topic !== undefined, draft),
    waits: shared.mustChoose,
    send: async (draftText) => {
      try {
        await shared.save(draftText, (mine, base = opened) => save(mine, base));
      } catch (error) {
        if (error instanceof EditConflict) draft.change(error.untouched);
        throw error;
      }
      void draft.discard();
      onDone();
    },
    onFailure: (error) => ({ body: [errorMessage(error, words.saveFailed)] }),
  });
  const before = valuesOf(shared.base ?? opened);
  return { ...form, shared, isChanged: text.body.trim() !== before.body || text.title.trim() !== before.title };
}

function validateEdit({ title: written, body }: DraftText, hasTitle: boolean, draft: Draft): FieldErrors {
  const problem = findBodyProblem(body.trim(), draft);
  const isTooShort = hasTitle && lengthOf(written) < limits.forumTitleMin;
  return {
    ...(isTooShort && { title: [words.titleNeeded({ least: limits.forumTitleMin })] }),
    ...(problem !== null && { body: [problem] }),
  };
}
