'use no memo';

import * as words from '@mbari/words/messages';
import { useState } from 'react';
import { lineOf, nameOf } from './conversation-words.ts';
import type { MessageWindow } from './message-window.ts';

const mostKept = 5;

/** New messages for screen readers. A log reads its additions out politely, one after the other. */
export function NewMessagesLog({ loaded: { messages, hasNewer } }: { loaded: MessageWindow }) {
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
