import * as limits from '@mbari/contract/limits';
import type { Photo } from '@mbari/contract/shapes/photos';
import * as words from '@mbari/words/comments';
import { found as membersFound } from '@mbari/words/mentions';
import { useQueryClient } from '@tanstack/react-query';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { MentionList, optionId } from '~/features/mentions/mention-list.tsx';
import { useMentions } from '~/features/mentions/use-mentions.ts';
import { useSession } from '~/lib/session.ts';
import { useKeys } from '~/lib/use-keys.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { IconButton } from '~/ui/button.tsx';
import { participantsOf } from './comment-queries.ts';
import { useAddComment } from './use-add-comment.ts';

/** From this length on the count is shown. */
const countFrom = limits.comment * 0.8;

/** Where a comment is written. A comment that could not be sent is put back into the field. */
export function CommentBox({ photo }: { photo: Photo }) {
  const { user } = useSession();
  const client = useQueryClient();
  const addComment = useAddComment(photo.id);
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [content, setContent] = useState('');
  const mentions = useMentions({ field, text: content, participants: () => participantsOf(client, photo) });
  const length = [...content.trim()].length;
  const maySend = length > 0 && length <= limits.comment;
  useKeys({ c: () => field.current?.focus() });
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!maySend) return;
    setContent('');
    mentions.leave();
    if (!(await addComment(content.trim()))) setContent((typedSince) => typedSince || content);
  };
  // Enter starts a new line; with Ctrl or ⌘ it sends.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (sends) void send();
    else if (!event.shiftKey && mentions.onKey(event.key)) event.preventDefault();
  };
  return (
    <form className="comment-box" onSubmit={(event) => void send(event)}>
      {mentions.open && <MentionList id={listId} people={mentions.people} chosen={mentions.chosen} onChoose={mentions.choose} />}
      <Avatar src={user?.avatar_url} size={32} />
      <textarea
        ref={field}
        className="field-control"
        dir="auto"
        rows={1}
        aria-label={words.yourComment}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={mentions.open ? listId : undefined}
        aria-activedescendant={mentions.open ? optionId(listId, mentions.chosen) : undefined}
        aria-describedby={length >= countFrom ? `${listId}-count` : undefined}
        aria-invalid={length > limits.comment || undefined}
        placeholder={words.addComment}
        value={content}
        onChange={({ target }) => setContent(target.value)}
        onSelect={mentions.follow}
        onBlur={mentions.leave}
        onKeyDown={onKeyDown}
      />
      <IconButton label={words.send} type="submit" disabled={!maySend} className="text-indigo">
        <SendHorizontal size={20} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
      {length >= countFrom && <Count id={`${listId}-count`} length={length} />}
      <p className="sr-only" role="status">
        {mentions.open && membersFound({ count: mentions.people.length })}
      </p>
    </form>
  );
}

function Count({ id, length }: { id: string; length: number }) {
  return (
    <p id={id} className="comment-count" data-over={length > limits.comment || undefined}>
      {length} / {limits.comment}
    </p>
  );
}
