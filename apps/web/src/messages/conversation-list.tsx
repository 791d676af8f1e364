import { type Conversation, conversationLists } from '@mbari/contract/messages/conversations';
import * as words from '@mbari/words/messages';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellOff, Check, CheckCheck, Pin, Search, SquarePen } from 'lucide-react';
import { useEffect } from 'react';
import { onHint } from '~/platform/lib/hints.ts';
import { IconButton } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { PagedList } from '~/platform/ui/paged-list.tsx';
import { Tabs } from '~/platform/ui/tabs.tsx';
import { ConversationAvatar } from './conversation-avatar.tsx';
import { lineInList, readByOthers, shortTime, titleOf } from './conversation-words.ts';
import { conversationCounts } from './count-queries.ts';
import { type ConversationList as List, conversationsIn, refreshListed } from './message-queries.ts';
import { endTyping, typingWords, useTyping } from './typing.ts';

const icon = { size: 20, strokeWidth: 1.6, 'aria-hidden': true } as const;
const labels: Record<List, string> = { inbox: words.all, unread: words.unread, requests: words.requests };

interface ConversationListProps {
  list: List;
  /** No conversation is open, so the list's title is the page's. */
  isAlone: boolean;
  onChoose: (list: List) => void;
  onSearch: () => void;
}

export function ConversationList({ list, isAlone, onChoose, onSearch }: ConversationListProps) {
  const Title = isAlone ? 'h1' : 'h2';
  const conversations = useInfiniteQuery(conversationsIn(list));
  const client = useQueryClient();
  useEffect(() => onHint(({ event, id }) => void (event === 'messages' && id !== undefined && refreshListed(client, id))), [client]);
  const { data: counts } = useQuery(conversationCounts);
  const countOf = { inbox: 0, unread: counts?.unread ?? 0, requests: counts?.requests ?? 0 };
  return (
    <>
      <div className="conversations-head">
        <Title className="display text-t26" tabIndex={-1}>
          {words.title}
        </Title>
        <IconButton label={words.searchMessages} onClick={onSearch}>
          <Search {...icon} />
        </IconButton>
        <Link to="/messages/new" className="icon-button" aria-label={words.newMessage} title={words.newMessage}>
          <SquarePen {...icon} />
        </Link>
      </div>
      <div className="conversations-tabs">
        <Tabs
          label={words.conversations}
          controls="conversations"
          chosen={list}
          onChoose={onChoose}
          tabs={conversationLists.map((name) => ({ name, label: <Counted label={labels[name]} count={countOf[name]} /> }))}
        />
      </div>
      <div id="conversations" role="tabpanel" aria-label={labels[list]} className="conversations-rows">
        <PagedList list={conversations} failed={words.listFailed} empty={<Empty list={list} />}>
          {(items) => (
            <ul>
              {items.map((conversation) => (
                <li key={conversation.id}>
                  <ConversationRow conversation={conversation} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </>
  );
}

const Counted = ({ label, count }: { label: string; count: number }) =>
  count === 0 ? (
    label
  ) : (
    <>
      {label} <span className="conversations-count">{count > 99 ? '99+' : count}</span>
    </>
  );

function Empty({ list }: { list: List }) {
  if (list === 'unread') return <EmptyState drawing="quiet" title={words.noneUnread} />;
  return (
    <EmptyState drawing="quiet" title={list === 'requests' ? words.noneRequests : words.none}>
      {list === 'requests' ? words.noneRequestsHint : words.noneHint}
    </EmptyState>
  );
}

const rowIcon = { size: 16, strokeWidth: 1.8, role: 'img' } as const;

function ConversationRow({ conversation }: { conversation: Conversation }) {
  const { id, last_message: last, last_at: lastAt, unread_count: unread, is_group: isGroup } = conversation;
  const typing = typingWords(conversation, useTyping(id));
  const [lastId, lastAuthorId] = [last?.id, last?.author?.id];
  useEffect(() => {
    if (lastId !== undefined && lastAuthorId !== undefined) endTyping(id, lastAuthorId);
  }, [id, lastId, lastAuthorId]);
  return (
    <Link to="/messages/$id" params={{ id }} preload={false} className="conversation-row" data-unread={unread > 0 || undefined}>
      <ConversationAvatar conversation={conversation} />
      <span className="conversation-row-name truncate" dir="auto">
        {titleOf(conversation)}
      </span>
      <time className="conversation-row-time" dateTime={lastAt}>
        {shortTime(lastAt)}
      </time>
      <span className="conversation-row-line truncate" dir="auto">
        {typing ?? (last && lineInList(last, isGroup))}
      </span>
      <RowState conversation={conversation} />
    </Link>
  );
}

function RowState({ conversation }: { conversation: Conversation }) {
  const { unread_count: unread, is_muted: isMuted, is_pinned: isPinned, last_message: last } = conversation;
  const isRead = last?.is_own === true && (readByOthers(conversation) ?? 0) >= last.number;
  return (
    <span className="conversation-row-state">
      {isPinned && <Pin {...rowIcon} aria-label={words.pinned} />}
      {isMuted && <BellOff {...rowIcon} aria-label={words.muted} />}
      {unread > 0 ? (
        <span className="conversation-unread" data-muted={isMuted || undefined}>
          <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
          <span className="sr-only">{words.unreadMessages({ count: unread })}</span>
        </span>
      ) : (
        last?.is_own === true &&
        last.notice === null &&
        (isRead ? <CheckCheck {...rowIcon} aria-label={words.read} /> : <Check {...rowIcon} aria-label={words.sent} />)
      )}
    </span>
  );
}
