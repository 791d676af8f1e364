import type { ForumPost } from '@mbari/contract/shapes/forum-posts';
import { useCallback, useState } from 'react';
import { findBeside, removeBeside, storeBeside } from '~/forum/drafts/kept-beside.ts';
import type { Quoted } from './quote-text.ts';

/** What is known of a post that is answered, also where it is not loaded. */
export type AnsweredPost = Pick<ForumPost, 'id' | 'author'>;

export interface Reply {
  isOpen: boolean;
  /** The post that is answered; null: the topic. */
  replyTo: AnsweredPost | null;
  /** Quotes that wait to be written into the text. */
  quotes: readonly Quoted[];
  open: () => void;
  close: () => void;
  /** It was posted, or nothing was written. */
  finish: () => void;
  /** Answers one post; null: the topic. */
  answer: (post: ForumPost | null) => void;
  /** Quotes words of a post; without any, all of it. */
  quotePost: (post: Quoted['post'], selected?: string) => void;
  quotesWritten: () => void;
}

/** What is answered, and what is quoted: said anywhere in a topic, done in its reply form. */
export function useReply(topicId: string): Reply {
  const scope = `topic:${topicId}`;
  const [isOpen, setOpen] = useState(false);
  const [replyTo, setReplyTo] = useState(() => findBeside('reply_to', scope) as AnsweredPost | null);
  const [quotes, setQuotes] = useState<readonly Quoted[]>([]);
  const setAnswered = (post: AnsweredPost | null): void => {
    setReplyTo(post);
    if (post === null) removeBeside('reply_to', scope);
    else storeBeside('reply_to', scope, { id: post.id, author: post.author });
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
