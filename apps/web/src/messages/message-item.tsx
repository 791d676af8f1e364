import type { Message } from '@mbari/contract/messages/messages';
import * as words from '@mbari/words/messages';
import { CheckCheck, Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { LinkedText } from '~/platform/text/linked-text.tsx';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { nameOf, timeOf } from './conversation-words.ts';
import { MessageActions } from './message-actions.tsx';
import { MessagePhotos } from './message-photos.tsx';
import type { Row } from './message-rows.ts';
import { Reactions, useReact } from './reactions.tsx';
import { SharedCard } from './shared-card.tsx';

export interface MessageCallbacks {
  onReply: (message: Message) => void;
  onEdit: (message: Message) => void;
  onChanged: (message: Message) => void;
  onJump: (number: number) => void;
}

interface MessageItemProps extends MessageCallbacks {
  row: Row;
  isGroup: boolean;
  mayWrite: boolean;
  /** The others have read the message. */
  isRead: boolean;
  /** The last message that they have read. */
  isLastRead: boolean;
}

export function MessageItem({ row, isGroup, mayWrite, isRead, isLastRead, onJump, ...callbacks }: MessageItemProps) {
  const { message, startsRun, endsRun } = row;
  const { author, body, images, shared, is_own: isOwn, is_taken_back: isTakenBack, reply_to: replyTo } = message;
  const name = nameOf(author);
  const onReact = useReact({ message, onChanged: callbacks.onChanged });
  return (
    <article
      tabIndex={-1}
      className="message"
      data-own={isOwn || undefined}
      data-starts={startsRun || undefined}
      data-ends={endsRun || undefined}
      aria-label={words.messageBy({ name, time: timeOf(message.created_at) })}
    >
      {!isOwn && endsRun && <Avatar src={author?.avatar_url} size={28} className="message-avatar" />}
      {isGroup && !isOwn && startsRun && (
        <p className="message-author" dir="auto">
          {name}
        </p>
      )}
      {isTakenBack ? (
        <p className="message-bubble message-taken-back">{words.takenBack}</p>
      ) : (
        <div className="message-content">
          {images.length > 0 && <MessagePhotos {...{ images, author }} warning={message.warning} />}
          {shared && <SharedCard {...shared} />}
          {(body !== '' || replyTo) && (
            <div className="message-bubble">
              {replyTo && <Quote replyTo={replyTo} onJump={onJump} />}
              {body !== '' && (
                <p className="message-body" dir="auto">
                  <LinkedText text={body} />
                </p>
              )}
            </div>
          )}
          <Reactions message={message} onReact={onReact} />
          <MessageActions message={message} mayWrite={mayWrite} onReact={onReact} {...callbacks} />
        </div>
      )}
      <MessageMeta {...{ message, isRead, isLastRead }} isShown={endsRun || isLastRead} />
    </article>
  );
}

function Quote({ replyTo, onJump }: { replyTo: NonNullable<Message['reply_to']>; onJump: (number: number) => void }) {
  const { author, excerpt, number, has_images: hasImages } = replyTo;
  return (
    <button type="button" className="message-quote" title={words.toQuoted} onClick={() => onJump(number)}>
      <b className="truncate" dir="auto">
        {nameOf(author)}
      </b>
      <span className="truncate" dir="auto">
        {excerpt || (hasImages ? words.photos({ count: 1 }) : words.takenBack)}
      </span>
    </button>
  );
}

interface MessageMetaProps extends Pick<MessageItemProps, 'isRead' | 'isLastRead'> {
  message: Message;
  isShown: boolean;
}

const icon = { size: 16, strokeWidth: 1.8 } as const;

/** Time and state. The times of messages within a run are in their labels only. */
function MessageMeta({ message, isShown, isRead, isLastRead }: MessageMetaProps): ReactNode {
  const { created_at: at, edited_at: editedAt, is_own: isOwn } = message;
  if (!isShown && editedAt === null) return null;
  return (
    <p className="message-meta">
      <time dateTime={at}>{timeOf(at)}</time>
      {editedAt !== null && <span>{words.edited}</span>}
      {isOwn && isShown && <SentState {...{ isRead, isLastRead }} />}
    </p>
  );
}

/** The word is only at the last message that was read. */
function SentState({ isRead, isLastRead }: Pick<MessageItemProps, 'isRead' | 'isLastRead'>) {
  if (!isRead) return <Check {...icon} role="img" aria-label={words.sent} />;
  if (!isLastRead) return <CheckCheck {...icon} role="img" aria-label={words.read} />;
  return (
    <span>
      <CheckCheck {...icon} aria-hidden="true" /> {words.read}
    </span>
  );
}
