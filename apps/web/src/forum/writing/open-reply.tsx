'use no memo';

import type { ForumPost } from '@mbari/contract/forum/posts';
import { sayReplying } from '@mbari/contract/platform/events';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/topic-writing';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, X } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { DraftConflict, DraftStatus } from '~/forum/draft-status.tsx';
import { isEmptyText } from '~/forum/draft-text.ts';
import { MarkdownEditor } from '~/forum/markdown/markdown-editor.tsx';
import { MarkdownHtml } from '~/forum/markdown/markdown-html.tsx';
import { usePollField } from '~/forum/polls/use-poll-field.tsx';
import { postsAdded } from '~/forum/posts/post-queries.ts';
import { useDraft } from '~/forum/use-draft.ts';
import { call } from '~/platform/lib/call.ts';
import { editField } from '~/platform/lib/edit-field.ts';
import { pollEvery } from '~/platform/lib/hints.ts';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import { useSession } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useHints } from '~/platform/lib/use-hints.ts';
import { Button, IconButton } from '~/platform/ui/button.tsx';
import { SendShortcut } from '~/platform/ui/send-shortcut.tsx';
import { quoteAt, quoteOf } from './quote-text.ts';
import type { ReplyFormProps } from './reply-form.tsx';
import { useSendReply } from './use-send-reply.ts';

/** Docks the reply form to the window's bottom, so that the viewer can read and quote the topic. */
export function OpenReply({ topic, reply, participants, onFiles, onPosted }: ReplyFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft({ place: `topic:${topic.id}` });
  // The topic's last post number when the viewer started writing.
  const [since] = useState(topic.last_number);
  const meanwhile = useNewReplies(topic.id, since);
  const announceReplying = useAnnounceReplying(topic.id);
  const poll = usePollField(`topic:${topic.id}`);
  const { errors, busy, onSubmit } = useSendReply({
    ...{ topicId: topic.id, draft, replyTo: reply.replyTo, poll },
    onPending: reply.finish,
    onPosted: (post) => {
      reply.finish();
      onPosted(post);
      const otherCount = post.number - since - 1;
      if (otherCount > 0) toast.blank(words.before({ count: otherCount }));
    },
  });
  useFocus(field, draft);
  useQuoting(field, reply);
  const form = useRef<HTMLFormElement>(null);
  const error = Object.values(errors).flat();
  // Closing an empty form also forgets the post replied to.
  const close = isEmptyText(draft.text) ? reply.finish : reply.close;
  useEscape(form, close);
  return (
    <form ref={form} className="reply-form" aria-label={words.yourReply} noValidate onSubmit={onSubmit}>
      <ReplyHead reply={reply} onClose={close} />
      <MarkdownEditor
        label={words.yourReply}
        value={draft.text.body}
        onChange={(body) => {
          draft.change({ body });
          announceReplying();
        }}
        {...{ field, participants, error }}
        {...(onFiles && { onFiles })}
        onSend={() => form.current?.requestSubmit()}
      />
      {poll.form}
      <DraftConflict draft={draft} />
      <NewReplies {...meanwhile} />
      <div className="reply-footer">
        {poll.button}
        <DraftStatus draft={draft} />
        <SendShortcut />
        <Button type="submit" busy={busy && words.replying}>
          {error.length > 0 && !busy ? words.tryAgain : words.reply}
        </Button>
      </div>
    </form>
  );
}

/** Closes the form, unless a name list or preview has handled Escape. */
function useEscape(form: RefObject<HTMLFormElement | null>, close: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, defaultPrevented } = event;
    if (key === 'Escape' && !defaultPrevented && !isImeKey(event) && target instanceof Node && form.current?.contains(target)) close();
  });
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function ReplyHead({ reply: { replyTo, answer }, onClose }: Pick<ReplyFormProps, 'reply'> & { onClose: () => void }) {
  return (
    <>
      {replyTo?.author && (
        <p className="reply-to">
          <span className="truncate">{words.replyingTo({ name: replyTo.author.username })}</span>
          <IconButton label={words.replyToAll} onClick={() => answer(null)}>
            <X size={16} strokeWidth={1.6} aria-hidden="true" />
          </IconButton>
        </p>
      )}
      <IconButton label={words.closeReply} className="reply-close" onClick={onClose}>
        <ChevronDown size={20} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
    </>
  );
}

/** Puts the caret after an earlier draft, unless the viewer is typing already. */
function useFocus(field: RefObject<HTMLTextAreaElement | null>, { isReady }: { isReady: boolean }): void {
  const isTyping = useRef(false);
  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    const begin = () => void (isTyping.current = true);
    element.focus();
    element.addEventListener('input', begin);
    return () => element.removeEventListener('input', begin);
  }, [field]);
  useEffect(() => {
    const element = field.current;
    if (element !== null && isReady && !isTyping.current) element.setSelectionRange(element.value.length, element.value.length);
  }, [field, isReady]);
}

function useQuoting(field: RefObject<HTMLTextAreaElement | null>, { quotes, quotesWritten }: ReplyFormProps['reply']): void {
  useEffect(() => {
    const element = field.current;
    if (element === null || quotes.length === 0) return;
    const { selectionEnd: at } = element;
    editField(element, { from: at, to: at, text: quoteAt(element.value, at, quotes.map(quoteOf).join('')) });
    quotesWritten();
  }, [field, quotes, quotesWritten]);
}

/** Returns a function to call on each change. It sends a typing indicator every few seconds at most. */
export function useAnnounceReplying(topicId: string): () => void {
  const announcedAt = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    if (Date.now() - announcedAt.current < limits.typingInterval) return;
    announcedAt.current = Date.now();
    // A missed typing indicator does not matter.
    void call(sayReplying, { params: { id: topicId } }).catch(() => undefined);
  };
}

/** Polling interval in milliseconds while the viewer writes. */
const refetchPause = 20_000;

export function useNewReplies(topicId: string, since: number): { posts: ForumPost[]; more: boolean } {
  const { user } = useSession();
  const { data, refetch } = useQuery({
    ...postsAdded(topicId, since, Number.POSITIVE_INFINITY),
    refetchInterval: () => pollEvery(refetchPause),
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    gcTime: 0,
  });
  const posts = data?.data.filter(({ author }) => author !== null && author.id !== user?.id) ?? [];
  const more = posts.length >= limits.perPage;
  useHints(
    `topic:${topicId}`,
    () => refetch({ throwOnError: true }),
    ({ event, change, post_id: postId }) => {
      if (event === 'refresh' || change === undefined) return true;
      // A full page is displayed as "20+", so later posts change nothing.
      if (change === 'post_added') return !more;
      return (change === 'post_changed' || change === 'post_removed') && posts.some(({ id }) => id === postId);
    },
  );
  return { posts, more };
}

export function NewReplies({ posts, more }: ReturnType<typeof useNewReplies>) {
  const [isOpen, setOpen] = useState(false);
  const count = posts.length;
  return (
    <div className="new-replies">
      <div className="flex flex-wrap items-center gap-x-s3">
        <p role="status" className="new-replies-count">
          {count > 0 && words.newReplies({ count, more })}
        </p>
        {count > 0 && (
          <Button kind="text" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? words.hideReplies : words.showReplies({ count })}
          </Button>
        )}
      </div>
      {isOpen && count > 0 && (
        <ol className="new-replies-list">
          {posts.map(({ id, author, body_html }) => (
            <li key={id}>
              <p className="font-semibold" dir="auto">
                {author?.name}
              </p>
              <MarkdownHtml html={body_html} authorId={author?.id} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
