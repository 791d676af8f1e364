'use no memo';

import { readTopicUpTo } from '@mbari/contract/forum/tracks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { topicRead } from '~/platform/lib/cache-events/forum.ts';
import { call } from '~/platform/lib/call.ts';

/** Delay in milliseconds, so that one request reports several seen posts. */
const pause = 700;

interface Reading {
  id: string;
  first_unread: number | null;
  last_number: number;
}

/**
 * Reports the read position. Call the returned function with the number of each post seen. After a jump, pass the first number in view as
 * `from`: the call is ignored unless all posts before `from` were read.
 */
export function useReadMarks(topic: Reading): (seen: number, from?: number) => void {
  const client = useQueryClient();
  const marks = useRef({ seen: 0, sent: topic.first_unread === null ? topic.last_number : topic.first_unread - 1, timer: 0 });

  const send = async () => {
    clearTimeout(marks.current.timer);
    marks.current.timer = 0;
    const { seen: number, sent } = marks.current;
    if (number <= sent) return;
    marks.current.sent = number;
    try {
      const { data } = await call(readTopicUpTo, { params: { id: topic.id }, body: { number } });
      topicRead(client, topic.id, { number, unread: data.unread_posts_count });
    } catch {
      // The next seen post triggers a retry. After a lost position, the viewer only rereads some posts.
      marks.current.sent = Math.min(marks.current.sent, sent);
    }
  };
  const sendNow = useEffectEvent(() => void send());

  useEffect(() => {
    const flush = () => document.visibilityState === 'hidden' && sendNow();
    document.addEventListener('visibilitychange', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      sendNow();
    };
  }, []);

  return (number, from = 0) => {
    const { current } = marks;
    const read = Math.max(current.seen, current.sent);
    if (document.visibilityState === 'hidden' || number <= read || from > read + 1) return;
    current.seen = number;
    current.timer ||= window.setTimeout(() => void send(), pause);
  };
}
