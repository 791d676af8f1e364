'use no memo';

import type { Conversation as ConversationData } from '@mbari/contract/messages/conversations';
import type { Message } from '@mbari/contract/messages/messages';
import * as words from '@mbari/words/messages';
import { connectionDropped } from '@mbari/words/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { CallRefused } from '~/platform/lib/call.ts';
import { lazyPage } from '~/platform/lib/chunk-load-errors.ts';
import { useKeys } from '~/platform/lib/keyboard.ts';
import { focusHeading, setPageTitle } from '~/platform/lib/page-title.ts';
import { buttonClass } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { LoadFailed } from '~/platform/ui/load-failed.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { Composer } from './composer.tsx';
import { ConversationHead } from './conversation-head.tsx';
import { titleOf } from './conversation-words.ts';
import { MessageList } from './message-list.tsx';
import { conversationById, findListed } from './message-queries.ts';
import { sendUnsent } from './send-unsent.ts';
import { endTyping, typingWords, useTyping } from './typing.ts';
import { unsentIn, watchUnsent } from './unsent-messages.ts';
import { useMessageWindow } from './use-message-window.ts';
import type { WritingMode } from './use-writing.ts';
import './conversation.css';
import './message.css';

const RequestBar = lazyPage(() => import('./details/request-bar.tsx'), 'RequestBar');

interface ConversationProps {
  id: string;
  /** Number of the message to show. */
  at: number | undefined;
  onSearch: () => void;
}

export function Conversation({ id, at, onSearch }: ConversationProps) {
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({
    ...conversationById(id),
    placeholderData: () => findListed(client, id),
  });
  const title = data && titleOf(data);
  const isMissing = error instanceof CallRefused && error.status === 404;
  useEffect(() => setPageTitle(isMissing ? words.gone : title), [title, isMissing]);
  if (isMissing)
    return (
      <section className="conversation-pane">
        <EmptyState drawing="lost" level="h1" title={words.gone} action={<BackLink />}>
          {words.goneHint}
        </EmptyState>
      </section>
    );
  if (data) return <OpenConversation conversation={data} {...{ at, onSearch }} />;
  return (
    <section className="conversation-pane">{error ? <Failed busy={isFetching} onRetry={() => void refetch()} /> : <Loading />}</section>
  );
}

const BackLink = () => (
  <Link to="/messages" className={buttonClass({ kind: 'filled' })}>
    {words.back}
  </Link>
);

const Failed = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <LoadFailed title={words.failed} busy={busy} onRetry={onRetry}>
    {connectionDropped}
  </LoadFailed>
);

const Loading = () => (
  <div className="conversation-loading">
    <Spinner size={28} />
  </div>
);

function OpenConversation({ conversation, at, onSearch }: { conversation: ConversationData } & Pick<ConversationProps, 'at' | 'onSearch'>) {
  const { id, viewer } = conversation;
  const navigate = useNavigate();
  const messages = useMessageWindow(conversation);
  const { loaded, query, put, jump } = messages;
  const unsent = useSyncExternalStore(watchUnsent, () => unsentIn(id));
  const typing = typingWords(conversation, useTyping(id));
  const [mode, setMode] = useState<WritingMode>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const begin = (next: WritingMode) => {
    setMode(next);
    field.current?.focus();
  };
  const reply = (message: Message) => begin({ is: 'reply', message });
  const edit = (message: Message) => begin({ is: 'edit', message });
  const pane = useRef<HTMLElement>(null);
  const isLoaded = loaded !== undefined;
  const last = loaded?.messages.at(-1);
  const [lastNumber, lastAuthorId] = [last?.number, last?.author?.id];
  useEffect(() => sendUnsent(id), [id]);
  useEffect(() => {
    if (lastNumber !== undefined && lastAuthorId !== undefined) endTyping(id, lastAuthorId);
  }, [id, lastNumber, lastAuthorId]);
  useEffect(() => {
    if (document.activeElement === document.body) focusHeading();
  }, []);
  useJump(isLoaded, at, jump);
  const leave = () => void navigate({ to: '/messages' });
  const focused = () => {
    const number = document.activeElement?.closest<HTMLElement>('[data-number]')?.dataset['number'];
    return loaded?.messages.findLast((message) => (number === undefined ? message.notice === null : String(message.number) === number));
  };
  useKeys({
    r: viewer.may_write && (() => withFound(focused(), reply)),
    e: viewer.may_write && (() => openReactions(pane.current, focused()?.number)),
    Escape: () => (document.activeElement?.tagName === 'ARTICLE' ? field.current?.focus() : leave()),
  });
  const editLast = () =>
    withFound(
      loaded?.messages.findLast(({ is_own: isOwn, viewer: { may_edit: mayEdit } }) => isOwn && mayEdit),
      edit,
    );
  return (
    <section ref={pane} className="conversation-pane" aria-label={titleOf(conversation)}>
      <ConversationHead conversation={conversation} typing={typing} onSearch={onSearch} />
      {/* The messages wait for the request bar, which would move them up. */}
      <Suspense fallback={<Loading />}>
        {loaded ? (
          <MessageList {...{ conversation, loaded, unsent, typing }} window={messages} onReply={reply} onEdit={edit} onChanged={put} />
        ) : query.isError ? (
          <Failed busy={query.isFetching} onRetry={() => void query.refetch()} />
        ) : (
          <Loading />
        )}
        {viewer.may_write ? (
          <Composer
            {...{ conversation, mode, field }}
            onMode={setMode}
            onChanged={put}
            onQueued={() => void (loaded?.hasNewer && jump('end'))}
            onEditLast={editLast}
            onLeave={leave}
          />
        ) : conversation.is_request ? (
          <RequestBar conversation={conversation} />
        ) : (
          <p className="conversation-closed">{words.accountClosed}</p>
        )}
      </Suspense>
    </section>
  );
}

const withFound = <Value,>(value: Value | undefined, act: (value: Value) => void): void => void (value !== undefined && act(value));

const openReactions = (pane: HTMLElement | null, number: number | undefined): void =>
  pane?.querySelector<HTMLElement>(`[data-number="${number}"] .message-react`)?.click();

/** Shows the message of the address, once for each address. */
function useJump(isLoaded: boolean, at: number | undefined, jump: (number: number) => Promise<void>): void {
  const reached = useRef<number>(undefined);
  useEffect(() => {
    if (!isLoaded || at === undefined || reached.current === at) return;
    reached.current = at;
    void jump(at);
  }, [isLoaded, at, jump]);
}
