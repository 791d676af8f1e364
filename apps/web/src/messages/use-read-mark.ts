'use no memo';

import type { Conversation } from '@mbari/contract/messages/conversations';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { markRead } from './message-queries.ts';

/** Delay in milliseconds, so that one request reports several seen messages. */
const pause = 500;

/** Returns a function that reports the last seen message. Requests stay unread. */
export function useReadMark({ id, is_request: isRequest, read_number: readNumber }: Conversation): (number: number) => void {
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
