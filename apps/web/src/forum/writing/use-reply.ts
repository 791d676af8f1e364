import type { ForumPost } from '@mbari/contract/forum/posts';
import { useCallback, useState } from 'react';
import { findDraftPart, removeDraftPart, storeDraftPart } from '~/forum/local-draft-parts.ts';
import type { Quoted } from './quote-text.ts';

/** The post replied to, which need not be loaded. */
export type AnsweredPost = Pick<ForumPost, 'id' | 'author'>;

export interface Reply {
  isOpen: boolean;
  /** Null: a reply to the topic. */
  replyTo: AnsweredPost | null;
  quotes: readonly Quoted[];
  open: () => void;
  close: () => void;
  finish: () => void;
  answer: (post: ForumPost | null) => void;
  /** Quotes the selected words, or the whole post. */
  quotePost: (post: Quoted['post'], selected?: string) => void;
  quotesWritten: () => void;
}

export function useReply(topicId: string): Reply {
  const scope = `topic:${topicId}`;
  const [isOpen, setOpen] = useState(false);
  const [replyTo, setReplyTo] = useState(() => findDraftPart('reply_to', scope) as AnsweredPost | null);
  const [quotes, setQuotes] = useState<readonly Quoted[]>([]);
  const setAnswered = (post: AnsweredPost | null): void => {
    setReplyTo(post);
    if (post === null) removeDraftPart('reply_to', scope);
    else storeDraftPart('reply_to', scope, { id: post.id, author: post.author });
  };
  return {
    isOpen,
    replyTo,
    quotes,
    open: () => setOpen(true),
    close: () => setOpen(false),
    finish: () => {
      setOpen(false);
      setAnswered(null);
    },
    answer: (post) => {
      setAnswered(post);
      setOpen(true);
    },
    quotePost: (post, selected) => {
      setQuotes((waiting) => [...waiting, { post, selected }]);
      setOpen(true);
    },
    quotesWritten: useCallback(() => setQuotes([]), []),
  };
}
