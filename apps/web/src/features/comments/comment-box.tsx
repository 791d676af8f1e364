import * as limits from '@mbari/contract/limits';
import type { Photo } from '@mbari/contract/shapes/photos';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useSession } from '~/lib/session.ts';
import { useKeys } from '~/lib/use-keys.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { IconButton } from '~/ui/button.tsx';
import { MentionList, optionId } from './mention-list.tsx';
import { useAddComment } from './use-add-comment.ts';
import { useMentions } from './use-mentions.ts';

/** From here on the count stands under the box. */
const countFrom = limits.comment * 0.8;

/** Where one says something to the maker. What could not be sent is laid back into the box. */
export function CommentBox({ photo }: { photo: Photo }) {
  const { user } = useSession();
  const addComment = useAddComment(photo.id);
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [content, setContent] = useState('');
  const mentions = useMentions({ photo, field, text: content, onText: setContent });
  const length = [...content.trim()].length;
  const may = length > 0 && length <= limits.comment;
  useKeys({ c: () => field.current?.focus() });
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!may) return;
    setContent('');
    mentions.leave();
    if (!(await addComment(content.trim()))) setContent((typedSince) => typedSince || content);
  };
  // Enter is a new line, as in a letter; with Ctrl or ⌘ it sends.
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
        aria-label="Your comment"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={mentions.open ? listId : undefined}
        aria-activedescendant={mentions.open ? optionId(listId, mentions.chosen) : undefined}
        aria-describedby={length >= countFrom ? `${listId}-count` : undefined}
        aria-invalid={length > limits.comment || undefined}
        placeholder={`Say something to ${photo.user.name.split(' ')[0]}`}
        value={content}
        onChange={({ target }) => setContent(target.value)}
        onSelect={mentions.follow}
        onBlur={mentions.leave}
        onKeyDown={onKeyDown}
      />
      <IconButton label="Send" type="submit" disabled={!may} className="text-indigo">
        <SendHorizontal size={20} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
      {length >= countFrom && (
        <p id={`${listId}-count`} className="comment-count" data-over={length > limits.comment || undefined}>
          {length} / {limits.comment}
        </p>
      )}
      <p className="sr-only" role="status">
        {mentions.open && `${mentions.people.length} ${mentions.people.length === 1 ? 'member' : 'members'}: arrows choose, Enter takes`}
      </p>
    </form>
  );
}
