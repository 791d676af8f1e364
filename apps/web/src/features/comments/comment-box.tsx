import * as limits from '@mbari/contract/limits';
import type { Photo } from '@mbari/contract/shapes/photos';
import * as words from '@mbari/words/comments';
import { cancel } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { CompletionList, listens } from '~/features/mentions/completion-list.tsx';
import { useCompletion } from '~/features/mentions/use-completion.ts';
import { useSession } from '~/lib/session.ts';
import { useKeys } from '~/lib/use-keys.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { Button, IconButton } from '~/ui/button.tsx';
import { participantsOf } from './comment-queries.ts';
import { useAddComment } from './use-add-comment.ts';
import type { Replying } from './use-replying.ts';
import './comment-box.css';

/** From this length on the count is shown. */
const countFrom = limits.comment * 0.8;

/** Where a comment or a reply is written. One that could not be sent is put back into the field. */
export function CommentBox({ photo, replying }: { photo: Photo; replying: Replying }) {
  const { user } = useSession();
  const client = useQueryClient();
  const addComment = useAddComment(photo.id);
  const { field, to } = replying;
  const listId = useId();
  const [content, setContent] = useState('');
  const completion = useCompletion({ field, text: content, participants: () => participantsOf(client, photo) });
  const length = [...content.trim()].length;
  const maySend = length > 0 && length <= limits.comment;
  useKeys({ c: () => field.current?.focus() });
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!maySend) return;
    setContent('');
    completion.leave();
    replying.set(null);
    if (await addComment(content.trim(), to)) return;
    if (!field.current?.value) replying.set(to);
    setContent((typedSince) => typedSince || content);
  };
  // Enter starts a new line; with Ctrl or ⌘ it sends.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (sends) void send();
    else if (!event.shiftKey && completion.onKey(event.key)) event.preventDefault();
    else if (event.key === 'Escape' && to) replying.set(null);
  };
  return (
    <form className="comment-box" onSubmit={(event) => void send(event)}>
      <CompletionList id={listId} completion={completion} />
      {to && (
        <p id={`${listId}-to`} className="comment-replying">
          <span className="truncate" dir="auto">
            {words.replyingTo({ name: to.user.username })}
          </span>
          <Button
            kind="text"
            onClick={() => {
              replying.set(null);
              field.current?.focus();
            }}
          >
            {cancel}
          </Button>
        </p>
      )}
      <Avatar src={user?.avatar_url} size={32} />
      <textarea
        ref={field}
        className="field-control"
        dir="auto"
        rows={1}
        aria-label={words.yourComment}
        {...listens(listId, completion)}
        aria-describedby={[to && `${listId}-to`, length >= countFrom && `${listId}-count`].filter(Boolean).join(' ') || undefined}
        aria-invalid={length > limits.comment || undefined}
        placeholder={words.addComment}
        value={content}
        onChange={({ target }) => setContent(target.value)}
        onSelect={completion.follow}
        onBlur={completion.leave}
        onKeyDown={onKeyDown}
      />
      <IconButton label={words.send} type="submit" disabled={!maySend} className="text-indigo">
        <SendHorizontal size={20} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
      {length >= countFrom && <Count id={`${listId}-count`} length={length} />}
    </form>
  );
}

function Count({ id, length }: { id: string; length: number }) {
  return (
    <p id={id} className="comment-count" data-over={length > limits.comment || undefined}>
      <span dir="ltr">
        {length} / {limits.comment}
      </span>
    </p>
  );
}
