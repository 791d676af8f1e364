import type { Message } from '@mbari/contract/messages/messages';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/messages';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import { useDebounced } from '~/platform/lib/use-debounced.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { IconButton } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { PagedList } from '~/platform/ui/paged-list.tsx';
import { lineOf, nameOf, shortTime, titleOf } from './conversation-words.ts';
import { findListed, foundMessages } from './message-queries.ts';

interface FoundMessagesProps {
  /** No conversation is open, so the search is the page. */
  isAlone: boolean;
  /** Searches one conversation instead of all. */
  conversationId: string | undefined;
  onClose: () => void;
}

/** Search field and results, in place of the list of conversations. */
export function FoundMessages({ isAlone, conversationId, onClose }: FoundMessagesProps) {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const q = useDebounced(text.trim(), 300);
  const found = useInfiniteQuery({ ...foundMessages(q, conversationId), enabled: q !== '' });
  const label = conversationId === undefined ? words.searchMessages : words.searchIn;
  return (
    <>
      {isAlone && <h1 className="sr-only">{words.searchMessages}</h1>}
      <div className="conversations-head">
        <input
          type="search"
          className="field-control"
          dir="auto"
          ref={field}
          aria-label={label}
          placeholder={label}
          maxLength={limits.search}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || isImeKey(event)) return;
            event.preventDefault();
            onClose();
          }}
        />
        <IconButton label={words.closeSearch} onClick={onClose}>
          <X size={20} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="conversations-rows" aria-live="polite">
        {q !== '' && (
          <PagedList list={found} failed={words.searchFailed} empty={<EmptyState drawing="quiet" title={words.nothingFound} />}>
            {(items) => (
              <ul>
                {items.map((message) => (
                  <li key={message.id}>
                    <FoundRow message={message} onOpen={() => void (isNarrow() && onClose())} />
                  </li>
                ))}
              </ul>
            )}
          </PagedList>
        )}
      </div>
    </>
  );
}

/** Phones show the results or the conversation. */
const isNarrow = (): boolean => matchMedia('(max-width: 760px)').matches;

function FoundRow({ message, onOpen }: { message: Message; onOpen: () => void }) {
  const { conversation_id: id, number, author, created_at: at, is_own: isOwn } = message;
  const conversation = findListed(useQueryClient(), id);
  const line = lineOf(message);
  return (
    <Link to="/messages/$id" params={{ id }} search={{ at: number }} preload={false} className="conversation-row" onClick={onOpen}>
      <Avatar src={author?.avatar_url} size={48} />
      <span className="conversation-row-name truncate" dir="auto">
        {conversation === undefined ? nameOf(author) : titleOf(conversation)}
      </span>
      <time className="conversation-row-time" dateTime={at}>
        {shortTime(at)}
      </time>
      <span className="conversation-row-line truncate" dir="auto">
        {isOwn ? words.ownLine({ text: line }) : line}
      </span>
    </Link>
  );
}
