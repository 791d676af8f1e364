import { editForumPost } from '@mbari/contract/forum-posts';
import { updateTopic } from '@mbari/contract/forum-topics';
import * as limits from '@mbari/contract/limits';
import type { ForumPost } from '@mbari/contract/shapes/forum-posts';
import type { Author } from '@mbari/contract/shapes/members';
import * as words from '@mbari/words/topic-writing';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { DraftConflict } from '~/features/forum-drafts/draft-conflict.tsx';
import { DraftStatus } from '~/features/forum-drafts/draft-status.tsx';
import type { DraftText } from '~/features/forum-drafts/draft-text.ts';
import { type Draft, useDraft } from '~/features/forum-drafts/use-draft.ts';
import type { OnFiles } from '~/features/markdown/insert-files.ts';
import { MarkdownEditor } from '~/features/markdown/markdown-editor.tsx';
import { forumPostChanged, topicChanged } from '~/lib/cache-events/forum.ts';
import { call, wordsOf } from '~/lib/call.ts';
import { type FieldErrors, useForm } from '~/lib/use-form.ts';
import { Button } from '~/ui/button.tsx';
import { ConfirmDialog } from '~/ui/dialog.tsx';
import { TextField } from '~/ui/field.tsx';
import { SendKeys } from '~/ui/send-keys.tsx';
import { whyNot } from './use-send-reply.ts';
import './topic-writing.css';

interface EditPostFormProps {
  post: ForumPost;
  /** The title of its topic, where the post opens it: the two are changed together. */
  title?: string | undefined;
  participants: () => readonly Author[];
  onFiles?: OnFiles | undefined;
  onDone: () => void;
}

/** Changes a post where it stands. What is begun is kept as a draft until it is saved or thrown away. */
export function EditPostForm({ post, title, participants, onFiles, onDone }: EditPostFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft({ place: `post:${post.id}`, start: { title: title ?? '', body: post.body } });
  const [asking, setAsking] = useState(false);
  const [forgets, setForgets] = useState(false);
  const { body } = draft.text;
  const isChanged = body.trim() !== post.body || (title !== undefined && draft.text.title.trim() !== title);
  const { errors, busy, onSubmit } = useSavePost({ post, title, draft, forgets, onDone });
  useEffect(() => field.current?.focus(), []);
  const throwAway = () => {
    void draft.discard();
    onDone();
  };
  return (
    <form className="edit-post" aria-label={words.yourPost} noValidate onSubmit={onSubmit}>
      {title !== undefined && <TitleField draft={draft} error={errors['title']} />}
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
      <div className="reply-footer">
        <DraftStatus draft={draft} />
        <Button kind="quiet" onClick={() => (isChanged ? setAsking(true) : throwAway())}>
          {words.cancel}
        </Button>
        <SendKeys />
        <Button type="submit" busy={busy && words.saving}>
          {words.save}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={words.discardTitle}
          question={words.discardQuestion}
          action={words.discard}
          onClose={() => setAsking(false)}
          onConfirm={throwAway}
        />
      )}
    </form>
  );
}

/** Beside Save: who can read what the post said before, and the choice to erase it. */
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

type SavePostOptions = Pick<EditPostFormProps, 'post' | 'title' | 'onDone'> & { draft: Draft; forgets: boolean };

function useSavePost({ post, title, draft, forgets, onDone }: SavePostOptions) {
  const client = useQueryClient();
  const { text } = draft;
  return useForm<DraftText>({
    start: text,
    check: (written) => whatIsWrong(written, title, draft),
    send: async (written) => {
      const [newTitle, body] = [written.title.trim(), written.body];
      const params = { id: post.topic_id };
      const removed = forgets && { remove_versions: true };
      if (title === undefined || newTitle === title) {
        const { data } = await call(editForumPost, { params: { ...params, postId: post.id }, body: { body, ...removed } });
        forumPostChanged(client, data);
      } else {
        const { data } = await call(updateTopic, {
          params,
          body: { title: newTitle, ...(body.trim() !== post.body && { body }), ...removed },
        });
        await topicChanged(client, data);
      }
      void draft.discard();
      onDone();
    },
    onFailure: (error) => ({ body: [wordsOf(error, words.saveFailed)] }),
  });
}

function whatIsWrong({ title: written, body }: DraftText, title: string | undefined, draft: Draft): FieldErrors {
  const wrong = whyNot(body.trim(), draft);
  const isTooShort = title !== undefined && [...written.trim()].length < limits.forumTitleMin;
  return { ...(isTooShort && { title: [words.titleNeeded({ least: limits.forumTitleMin })] }), ...(wrong !== null && { body: [wrong] }) };
}
