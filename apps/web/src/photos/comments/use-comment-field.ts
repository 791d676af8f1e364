import type { CommentInConversation } from '@mbari/contract/photos/comments';
import type { Photo } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import { lengthOf } from '~/platform/lib/length-of.ts';
import { scopeOfComment, storeUnsentText } from '~/platform/lib/unsent-text.ts';
import { useCompletion } from '~/platform/text/use-completion.ts';
import { participantsOf } from './comment-queries.ts';
import { useAddComment } from './use-add-comment.ts';

/** Restores the text if sending fails. */
export function useCommentField(photo: Photo, replying: Replying) {
  'use no memo';
  const client = useQueryClient();
  const addComment = useAddComment(photo.id);
  const { field, to } = replying;
  const [content, setContent] = useState('');
  const scope = scopeOfComment(photo.id);
  const completion = useCompletion({ field, text: content, participants: () => participantsOf(client, photo) });
  const length = lengthOf(content);
  const maySend = length > 0 && length <= limits.comment;
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!maySend) return;
    setContent('');
    completion.leave();
    replying.set(null);
    if (await addComment(content.trim(), to)) {
      storeUnsentText(scope, field.current?.value ?? '');
      return;
    }
    if (!field.current?.value) replying.set(to);
    setContent((typedSince) => typedSince || content);
  };
  // Enter starts a new line; with Ctrl or ⌘ it sends.
  const onKeyDown = (event: KeyboardEvent) => {
    if (isImeKey(event)) return;
    const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (sends) void send();
    else if (!event.shiftKey && completion.onKey(event.key)) event.preventDefault();
    else if (event.key === 'Escape' && to) replying.set(null);
  };
  const write = (text: string) => {
    setContent(text);
    storeUnsentText(scope, text);
  };
  return { content, write, completion, length, maySend, send, onKeyDown };
}

export interface Replying {
  to: CommentInConversation | null;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Sets the comment and focuses the field. */
  begin: (comment: CommentInConversation) => void;
  set: (comment: CommentInConversation | null) => void;
}

export function useReplying(): Replying {
  const [to, set] = useState<CommentInConversation | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  return {
    to,
    field,
    set,
    begin: (comment) => {
      set(comment);
      field.current?.focus();
    },
  };
}
