import type { Conversation } from '@mbari/contract/messages/conversations';
import * as words from '@mbari/words/messages';
import { Link } from '@tanstack/react-router';
import { BellOff, Check, CheckCheck, Pin } from 'lucide-react';
import { useEffect } from 'react';
import { ConversationAvatar } from './conversation-avatar.tsx';
import { lineInList, readByOthers, shortTime, titleOf } from './conversation-words.ts';
import { typingWords } from './typing-words.ts';
import { endTyping, useTyping } from './typing.ts';

const icon = { size: 16, strokeWidth: 1.8, role: 'img' } as const;

export function ConversationRow({ conversation }: { conversation: Conversation }) {
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
      {isPinned && <Pin {...icon} aria-label={words.pinned} />}
      {isMuted && <BellOff {...icon} aria-label={words.muted} />}
      {unread > 0 ? (
        <span className="conversation-unread" data-muted={isMuted || undefined}>
          <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
          <span className="sr-only">{words.unreadMessages({ count: unread })}</span>
        </span>
      ) : (
        last?.is_own === true &&
        last.notice === null &&
        (isRead ? <CheckCheck {...icon} aria-label={words.read} /> : <Check {...icon} aria-label={words.sent} />)
      )}
    </span>
  );
}
