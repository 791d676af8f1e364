import { addComment, type CommentInConversation } from '@mbari/contract/photos/comments';
import type { Photo } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/comments';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { handleDeletedPost } from '~/photos/posts/handle-deleted-post.ts';
import { commentsChanged } from '~/platform/lib/cache-events/responses.ts';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import { lengthOf } from '~/platform/lib/length-of.ts';
import { attemptAnswered, attemptKey } from '~/platform/lib/send-attempt.ts';
import { useSession } from '~/platform/lib/session.ts';
import { showPendingToast } from '~/platform/lib/show-pending-toast.ts';
import type { Member } from '~/platform/lib/stored-session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { scopeOfComment, storeUnsentText } from '~/platform/lib/unsent-text.ts';
import { useCompletion } from '~/platform/text/use-completion.ts';
import {
  commentAnchor,
  commentsOn,
  participantsOf,
  patchThread,
  patchThreads,
  threadOf,
  unsentId,
  withoutComment,
} from './comment-queries.ts';

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

/** Adds a comment or a reply optimistically. */
function useAddComment(photoId: string): (content: string, replyTo: CommentInConversation | null) => Promise<boolean> {
  const client = useQueryClient();
  const { user } = useSession();
  return async (content, replyTo) => {
    if (user === null) return false;
    const { queryKey } = commentsOn(photoId);
    const scope = scopeOfComment(photoId);
    const unsent = unsentComment(user, content, replyTo);
    // A pending response does not contain the comment.
    await client.cancelQueries({ queryKey });
    show(client, photoId, unsent);
    commentsChanged(client, photoId, 1);
    try {
      const body = { content, ...(replyTo && { reply_to: replyTo.id }) };
      const headers = { 'idempotency-key': attemptKey(scope, body) };
      const { data } = await call(addComment, { params: { id: photoId }, body, headers });
      attemptAnswered(scope);
      replaceUnsent(client, photoId, unsent, data);
      return true;
    } catch (error) {
      patchThreads(client, photoId, (threads) => threads.flatMap((thread) => withoutComment(thread, unsent)));
      commentsChanged(client, photoId, -1);
      if (showPendingToast(error)) {
        attemptAnswered(scope);
        return true;
      }
      handleDeletedPost(client, photoId, error);
      toast.error(errorMessage(error, words.sendFailed));
      return false;
    } finally {
      // The initial request was cancelled above, so start it again.
      if (client.getQueryData(queryKey) === undefined) void client.invalidateQueries({ queryKey });
    }
  };
}

const unsentComment = (user: Member, content: string, replyTo: CommentInConversation | null): CommentInConversation => ({
  id: unsentId(),
  content,
  user: { ...user, profile: { profile_image: user.profile_image } },
  created_at: new Date().toISOString(),
  mentions: [],
  thread_id: replyTo && (replyTo.thread_id ?? replyTo.id),
  reply_to: replyTo && { id: replyTo.id, user: replyTo.user },
  likes_count: 0,
  is_liked: false,
  is_critique: false,
  viewer: { may_delete: false, may_report: false, may_like: false, may_reply: false },
});

/** Adds a comment at the end, or a reply at the end of its thread, which may be off screen. */
function show(client: QueryClient, photoId: string, comment: CommentInConversation): void {
  const { id, thread_id: threadId } = comment;
  if (threadId === null) {
    patchThreads(client, photoId, (threads, page) => (page === 0 ? [threadOf(comment), ...threads] : threads));
    return;
  }
  patchThread(client, photoId, threadId, (thread) => ({
    ...thread,
    replies: [comment, ...thread.replies],
    replies_count: thread.replies_count + 1,
  }));
  setTimeout(() => document.getElementById(commentAnchor(id))?.scrollIntoView({ block: 'nearest' }));
}

function replaceUnsent(client: QueryClient, photoId: string, unsent: CommentInConversation, storedComment: CommentInConversation): void {
  patchThreads(client, photoId, (threads) =>
    threads.map((thread) =>
      thread.id === unsent.id
        ? threadOf(storedComment)
        : { ...thread, replies: thread.replies.map((reply) => (reply.id === unsent.id ? storedComment : reply)) },
    ),
  );
}
