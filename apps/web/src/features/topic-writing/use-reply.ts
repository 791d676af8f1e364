import type { ForumPost } from '@mbari/contract/shapes/forum-posts';
import { useCallback, useState } from 'react';
import { quoteText } from './quote-text.ts';

export interface Reply {
  isOpen: boolean;
  /** The post that is answered; null: the topic. */
  replyTo: ForumPost | null;
  /** A quote that waits to be written into the text. */
  quote: string | null;
  open: () => void;
  close: () => void;
  /** Answers one post; null: the topic. */
  answer: (post: ForumPost | null) => void;
  /** Quotes words of a post; without any, all of it. */
  quotePost: (post: Pick<ForumPost, 'id' | 'body'>, selected?: string) => void;
  quoteWritten: () => void;
}

/** What is answered, and what is quoted: said anywhere in a topic, done in its reply form. */
export function useReply(): Reply {
  const [isOpen, setOpen] = useState(false);
  const [replyTo, setReplyTo] = useState<ForumPost | null>(null);
  const [quote, setQuote] = useState<string | null>(null);
  return {
    isOpen,
    replyTo,
    quote,
    open: () => setOpen(true),
    close: () => {
      setOpen(false);
      setReplyTo(null);
    },
    answer: (post) => {
      setReplyTo(post);
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
