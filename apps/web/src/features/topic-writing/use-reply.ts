import type { ForumPost } from '@mbari/contract/shapes/forum-posts';
import { useCallback, useState } from 'react';
import { findBeside, removeBeside, storeBeside } from '~/features/forum-drafts/kept-beside.ts';
import { quoteText } from './quote-text.ts';

/** What is known of a post that is answered, also where it is not loaded. */
export type AnsweredPost = Pick<ForumPost, 'id' | 'author'>;

export interface Reply {
  isOpen: boolean;
  /** The post that is answered; null: the topic. */
  replyTo: AnsweredPost | null;
  /** A quote that waits to be written into the text. */
  quote: string | null;
  open: () => void;
  close: () => void;
  /** It was posted, or nothing was written. */
  finish: () => void;
  /** Answers one post; null: the topic. */
  answer: (post: ForumPost | null) => void;
  /** Quotes words of a post; without any, all of it. */
  quotePost: (post: Pick<ForumPost, 'id' | 'body'>, selected?: string) => void;
  quoteWritten: () => void;
}

/** What is answered, and what is quoted: said anywhere in a topic, done in its reply form. */
export function useReply(topicId: string): Reply {
  const place = `topic:${topicId}`;
  const [isOpen, setOpen] = useState(false);
  const [replyTo, setReplyTo] = useState(() => findBeside('reply_to', place) as AnsweredPost | null);
  const [quote, setQuote] = useState<string | null>(null);
  const setAnswered = (post: AnsweredPost | null): void => {
    setReplyTo(post);
    if (post === null) removeBeside('reply_to', place);
    else storeBeside('reply_to', place, { id: post.id, author: post.author });
  };
  return {
    isOpen,
    replyTo,
    quote,
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
      setQuote((waiting) => (waiting ?? '') + (selected === undefined ? quoteBody(post) : quoteText(post.id, selected)));
      setOpen(true);
    },
    quoteWritten: useCallback(() => setQuote(null), []),
  };
}

/** A whole post is quoted as it was written, without what it quotes itself. */
function quoteBody({ id, body }: Pick<ForumPost, 'id' | 'body'>): string {
  const own = body.split('\n').filter((line) => !line.startsWith('>'));
  return `> [!quote ${id}]\n${own.join('\n').trim().replaceAll(/^/gm, '> ')}\n\n`;
}
