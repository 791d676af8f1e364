'use no memo';

import type { Photo } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/comments';
import { cancel } from '@mbari/words/ui';
import { SendHorizontal } from 'lucide-react';
import { useId } from 'react';
import { useKeys } from '~/platform/lib/keyboard.ts';
import { useSession } from '~/platform/lib/session.ts';
import { CompletionList, listens } from '~/platform/text/completion-list.tsx';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { Button, IconButton } from '~/platform/ui/button.tsx';
import { type Replying, useCommentField } from './use-comment-field.ts';
import './comment-box.css';

/** Length from which the character count is shown. */
const countFrom = limits.comment * 0.8;

export function CommentBox({ photo, replying }: { photo: Photo; replying: Replying }) {
  const { user } = useSession();
  const { field, to } = replying;
  const listId = useId();
  const { content, write, completion, length, maySend, send, onKeyDown } = useCommentField(photo, replying);
  const cancelReply = () => {
    replying.set(null);
    field.current?.focus();
  };
  useKeys({ c: () => field.current?.focus() });
  return (
    <form className="comment-box" onSubmit={(event) => void send(event)}>
      <CompletionList id={listId} completion={completion} />
      {to && <ReplyingTo id={`${listId}-to`} username={to.user.username} onCancel={cancelReply} />}
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
        onChange={({ target }) => write(target.value)}
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

interface ReplyingToProps {
  id: string;
  username: string;
  onCancel: () => void;
}

function ReplyingTo({ id, username, onCancel }: ReplyingToProps) {
  return (
    <p id={id} className="comment-replying">
      <span className="truncate" dir="auto">
        {words.replyingTo({ name: username })}
      </span>
      <Button kind="text" onClick={onCancel}>
        {cancel}
      </Button>
    </p>
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
