import { conversationLists } from '@mbari/contract/messages/conversations';
import * as words from '@mbari/words/messages';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Search, SquarePen } from 'lucide-react';
import { useEffect } from 'react';
import { onHint } from '~/platform/lib/hints.ts';
import { IconButton } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { PagedList } from '~/platform/ui/paged-list.tsx';
import { Tabs } from '~/platform/ui/tabs.tsx';
import { ConversationRow } from './conversation-row.tsx';
import { conversationCounts } from './count-queries.ts';
import { type ConversationList as List, conversationsIn, refreshListed } from './message-queries.ts';

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
