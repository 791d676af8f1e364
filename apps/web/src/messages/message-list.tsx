'use no memo';

import type { Conversation } from '@mbari/contract/messages/conversations';
import type { Message } from '@mbari/contract/messages/messages';
import * as words from '@mbari/words/messages';
import { loading as loadingWord, moreFailed } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '~/platform/ui/button.tsx';
import { dayWords, lineOf, nameOf, noticeLine, readByOthers, titleOf } from './conversation-words.ts';
import { type MessageCallbacks, MessageItem } from './message-item.tsx';
import { markRead } from './message-queries.ts';
import { rowsOf } from './message-rows.ts';
import type { MessageWindow } from './message-window.ts';
import { UnsentItem } from './unsent-item.tsx';
import type { Unsent } from './unsent-messages.ts';
import type { useMessageWindow } from './use-message-window.ts';
import { KeepScroll, useScroll } from './use-scroll.tsx';

interface MessageListProps extends Omit<MessageCallbacks, 'onJump'> {
  conversation: Conversation;
  loaded: MessageWindow;
  window: Pick<ReturnType<typeof useMessageWindow>, 'target' | 'loading' | 'load' | 'jump'>;
  unsent: readonly Unsent[];
  /** Sentence that names the typing members. */
  typing: string | null;
}

/** The loaded messages, with days, notices and the line *New* between them. */
export function MessageList({
  conversation,
  loaded,
  window: { target, loading, load, jump },
  unsent,
  typing,
  ...callbacks
}: MessageListProps) {
  const { messages, hasOlder, hasNewer, firstUnread } = loaded;
  const [seen, setSeen] = useState(0);
  const markRead = useReadMark(conversation);
  const onSeen = (number: number) => {
    setSeen((before) => Math.max(before, number));
    // Sending has marked the conversation as read.
    if (!messages.some((message) => message.number === number && message.is_own)) markRead(number);
  };
  const { scroller, isAtEnd, checkAtEnd } = useScroll({ loaded, target, onLoad: (side) => loading?.failed || void load(side), onSeen });
  const rows = rowsOf(messages, firstUnread);
  const readNumber = readByOthers(conversation) ?? 0;
  const lastRead = messages.findLast(({ number, is_own: isOwn, notice }) => isOwn && notice === null && number <= readNumber)?.number;
  const isNew = ({ number, is_own: isOwn, notice }: Message) => number > seen && !isOwn && notice === null;
  const newCount = isAtEnd ? 0 : hasNewer ? conversation.unread_count : messages.filter(isNew).length;
  const label = words.messagesWith({ name: titleOf(conversation) });
  const shownUnsent = hasNewer ? [] : unsent;
  return (
    <div className="message-list-frame">
      <div ref={scroller} role="region" aria-label={label} tabIndex={0} className="message-list">
        <KeepScroll scroller={scroller} isAtEnd={checkAtEnd} messages={messages} unsent={shownUnsent}>
          {hasOlder && <MorePart side="older" {...{ loading, load }} />}
          <ol className="message-rows">
            {rows.map((row) => (
              <li key={row.message.id} data-number={row.message.number}>
                {row.startsDay && <p className="message-day">{dayWords(row.message.created_at)}</p>}
                {row.isFirstUnread && <p className="message-new">{words.fresh}</p>}
                {row.message.notice !== null && !row.message.is_taken_back ? (
                  <p className="message-notice" dir="auto">
                    {noticeLine(row.message, row.message.notice)}
                  </p>
                ) : (
                  <MessageItem
                    row={row}
                    isGroup={conversation.is_group}
                    mayWrite={conversation.viewer.may_write}
                    isRead={row.message.number <= readNumber}
                    isLastRead={row.message.number === lastRead}
                    onJump={(number) => void jump(number)}
                    {...callbacks}
                  />
                )}
              </li>
            ))}
            {shownUnsent.map((message) => (
              <li key={message.key}>
                <UnsentItem conversationId={conversation.id} message={message} />
              </li>
            ))}
          </ol>
          {hasNewer && <MorePart side="newer" {...{ loading, load }} />}
        </KeepScroll>
        <TypingDots words={hasNewer ? null : typing} />
      </div>
      {!isAtEnd && (
        <button
          type="button"
          className="message-newest"
          onClick={() => void jump(newCount > 0 && !hasNewer ? (messages.find(isNew)?.number ?? 'end') : 'end')}
        >
          {newCount > 0 ? words.newMessages({ count: newCount }) : <span className="sr-only">{words.toNewest}</span>}
          <ArrowDown size={18} strokeWidth={1.8} aria-hidden="true" />
        </button>
      )}
      <NewMessagesLog loaded={loaded} />
    </div>
  );
}

interface MorePartProps extends Pick<MessageListProps['window'], 'loading' | 'load'> {
  side: 'older' | 'newer';
}

function MorePart({ side, loading, load }: MorePartProps) {
  const isOwn = loading?.side === side;
  return (
    <div className="message-more">
      {isOwn && loading.failed && <p role="alert">{moreFailed}</p>}
      <Button kind="quiet" busy={isOwn && !loading.failed && loadingWord} onClick={() => void load(side)}>
        {side === 'older' ? words.earlier : words.later}
      </Button>
    </div>
  );
}

/** Its place is always kept, so that the messages do not move. */
const TypingDots = ({ words: typing }: { words: string | null }) => (
  <div className="message-typing">
    {typing !== null && (
      <span className="replying-dots" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
    )}
    <span className="sr-only" role="status">
      {typing}
    </span>
  </div>
);

const mostKept = 5;

/** New messages for screen readers. A log reads its additions out politely, one after the other. */
function NewMessagesLog({ loaded: { messages, hasNewer } }: { loaded: MessageWindow }) {
  const [log, setLog] = useState(() => ({ last: messages.at(-1)?.number ?? 0, messages: [] as typeof messages }));
  const last = messages.at(-1)?.number ?? 0;
  if (last > log.last && !hasNewer) {
    const added = messages.filter(({ number, is_own: isOwn }) => number > log.last && !isOwn);
    setLog({ last, messages: [...log.messages, ...added].slice(-mostKept) });
  }
  return (
    <div role="log" aria-label={words.title} className="sr-only">
      {log.messages.map((message) => (
        <p key={message.id}>
          {message.notice === null ? words.memberLine({ name: nameOf(message.author), text: lineOf(message) }) : lineOf(message)}
        </p>
      ))}
    </div>
  );
}

/** Delay in milliseconds, so that one request reports several seen messages. */
const pause = 500;

/** Returns a function that reports the last seen message. Requests stay unread. */
function useReadMark({ id, is_request: isRequest, read_number: readNumber }: Conversation): (number: number) => void {
  const client = useQueryClient();
  const marks = useRef({ seen: 0, sent: readNumber, timer: 0 });
  const send = () => {
    clearTimeout(marks.current.timer);
    marks.current.timer = 0;
    const { seen, sent } = marks.current;
    if (seen <= sent) return;
    marks.current.sent = seen;
    // The next seen message triggers a retry.
    markRead(client, id, seen).catch(() => (marks.current.sent = Math.min(marks.current.sent, sent)));
  };
  const sendNow = useEffectEvent(send);
  useEffect(() => () => sendNow(), []);
  return (number) => {
    const { current } = marks;
    if (isRequest || number <= Math.max(current.seen, current.sent)) return;
    current.seen = number;
    current.timer ||= window.setTimeout(send, pause);
  };
}
