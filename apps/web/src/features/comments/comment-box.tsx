import * as limits from '@mbari/contract/limits';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useSession } from '~/lib/session.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { IconButton } from '~/ui/button.tsx';
import { useAddComment } from './use-add-comment.ts';

/** Where one says something to the maker. What could not be sent is laid back into the box. */
export function CommentBox({ photoId, maker }: { photoId: string; maker: string }) {
  const { user } = useSession();
  const addComment = useAddComment(photoId);
  const [content, setContent] = useState('');
  const blank = content.trim() === '';
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (blank) return;
    setContent('');
    if (!(await addComment(content.trim()))) setContent((typedSince) => typedSince || content);
  };
  // Enter is a new line, as in a letter; with Ctrl or ⌘ it sends.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) void send();
  };
  return (
    <form className="comment-box" onSubmit={(event) => void send(event)}>
      <Avatar src={user?.avatar_url} size={32} />
      <textarea
        className="field-control"
        dir="auto"
        rows={1}
        aria-label="Your comment"
        placeholder={`Say something to ${maker}`}
        maxLength={limits.comment}
        value={content}
        onChange={({ target }) => setContent(target.value)}
        onKeyDown={onKeyDown}
      />
      <IconButton label="Send" type="submit" disabled={blank} className="text-indigo">
        <SendHorizontal size={20} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
    </form>
  );
}
