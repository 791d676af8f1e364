import * as words from '@mbari/words/messages';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { ConversationList } from '~/messages/conversation-list.tsx';
import { type ConversationList as List, conversationsIn } from '~/messages/message-queries.ts';
import { lazyPage } from '~/platform/lib/chunk-load-errors.ts';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { itemsOf } from '~/platform/lib/query-cache.ts';
import { UliDrawing } from '~/platform/site/uli-drawing.tsx';
import '~/messages/messages.css';

const Conversation = lazyPage(() => import('~/messages/conversation.tsx'), 'Conversation');
const FoundMessages = lazyPage(() => import('~/messages/found-messages.tsx'), 'FoundMessages');
const NewMessage = lazyPage(() => import('~/messages/new-message.tsx'), 'NewMessage');

/** The list of conversations and the open one, side by side. Phones show one of them. */
export default function MessagesPage() {
  const { id } = useParams({ strict: false });
  const { at } = useSearch({ strict: false });
  const isNew = useLocation({ select: ({ pathname }) => pathname === '/messages/new' });
  const isAlone = id === undefined && !isNew;
  const [list, setList] = useState<List>('inbox');
  const [search, setSearch] = useState<{ conversationId: string | undefined } | null>(null);
  useEffect(() => {
    if (isAlone) setPageTitle(words.title);
  }, [isAlone]);
  // Opening a conversation should not wait for its code.
  useEffect(() => void Conversation.preload?.(), []);
  useStepKeys(list, id);
  return (
    <div className="messages" data-open={(!isAlone && search === null) || undefined}>
      <section className="conversations" aria-label={words.conversations}>
        {search === null ? (
          <ConversationList list={list} isAlone={isAlone} onChoose={setList} onSearch={() => setSearch({ conversationId: undefined })} />
        ) : (
          <Suspense>
            <FoundMessages key={search.conversationId} isAlone={isAlone} {...search} onClose={() => setSearch(null)} />
          </Suspense>
        )}
      </section>
      {isNew ? (
        <Suspense>
          <NewMessage />
        </Suspense>
      ) : id === undefined ? (
        <div className="messages-none">
          <UliDrawing name="letter" className="max-w-[280px]!" />
          <p>{words.chooseConversation}</p>
        </div>
      ) : (
        <Suspense fallback={<div className="messages-none" />}>
          <Conversation key={id} id={id} at={at} onSearch={() => setSearch({ conversationId: id })} />
        </Suspense>
      )}
    </div>
  );
}

/** Alt with an arrow opens the next or previous conversation, also while the member writes. */
function useStepKeys(list: List, id: string | undefined): void {
  const navigate = useNavigate();
  const items = itemsOf(useInfiniteQuery(conversationsIn(list)).data);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined || !event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const next = items[items.findIndex((conversation) => conversation.id === id) + by];
    if (next === undefined || document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    void navigate({ to: '/messages/$id', params: { id: next.id } });
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
