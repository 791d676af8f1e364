import { editForumPost } from '@mbari/contract/forum-posts';
import type { ForumPost } from '@mbari/contract/shapes/forum-posts';
import type { Author } from '@mbari/contract/shapes/members';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { DraftConflict } from '~/features/forum-drafts/draft-conflict.tsx';
import { DraftStatus } from '~/features/forum-drafts/draft-status.tsx';
import { type Draft, useDraft } from '~/features/forum-drafts/use-draft.ts';
import type { OnFiles } from '~/features/markdown/insert-files.ts';
import { MarkdownEditor } from '~/features/markdown/markdown-editor.tsx';
import { forumPostChanged } from '~/lib/cache-events/forum.ts';
import { call, wordsOf } from '~/lib/call.ts';
import { type FieldErrors, useForm } from '~/lib/use-form.ts';
import { Button } from '~/ui/button.tsx';
import { ConfirmDialog } from '~/ui/dialog.tsx';
import { whyNot } from './use-send-reply.ts';
import { writingWords as words } from './words.ts';
import './topic-writing.css';

interface EditPostFormProps {
  post: ForumPost;
  participants: () => readonly Author[];
  onFiles?: OnFiles | undefined;
  onDone: () => void;
}

/** Changes a post where it stands. What is begun is kept as a draft until it is saved or thrown away. */
export function EditPostForm({ post, participants, onFiles, onDone }: EditPostFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft({ place: `post:${post.id}`, start: { title: '', body: post.body } });
  const [asking, setAsking] = useState(false);
  const { body } = draft.text;
  const isChanged = body.trim() !== post.body;
  const { errors, busy, submit } = useSavePost(post, draft, onDone);
  useEffect(() => field.current?.focus(), []);
  const throwAway = () => {
    void draft.discard();
    onDone();
  };
  return (
    <form
      className="edit-post"
      aria-label={words.yourPost}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <MarkdownEditor
        label={words.yourPost}
        value={body}
        onChange={(changed) => draft.change({ body: changed })}
        {...{ field, participants }}
        {...(onFiles && { onFiles })}
        error={errors['body']}
        onSend={() => void submit()}
      />
      <DraftConflict draft={draft} />
      <div className="reply-foot">
        <DraftStatus draft={draft} />
        <Button kind="quiet" onClick={() => (isChanged ? setAsking(true) : throwAway())}>
          {words.cancel}
        </Button>
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

function useSavePost(post: ForumPost, draft: Draft, onDone: () => void) {
  const client = useQueryClient();
  const { body } = draft.text;
  return useForm<{ body: string }>({
    start: { body },
    check: (): FieldErrors => {
      const wrong = whyNot(body.trim(), draft);
      return wrong === null ? {} : { body: [wrong] };
    },
    send: async () => {
      const { data } = await call(editForumPost, { params: { id: post.topic_id, postId: post.id }, body: { body } });
      void draft.discard();
      forumPostChanged(client, data);
      onDone();
    },
    onFailure: (error) => ({ body: [wordsOf(error, words.saveFailed)] }),
  });
}
