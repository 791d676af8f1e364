import { sayReplying } from '@mbari/contract/events';
import * as limits from '@mbari/contract/limits';
import { useRef } from 'react';
import { call } from '~/platform/lib/call.ts';

/** What to call with every change of a reply: others learn that somebody writes, every few seconds at most. */
export function useSayReplying(topicId: string): () => void {
  const saidAt = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    if (Date.now() - saidAt.current < limits.replyingEvery) return;
    saidAt.current = Date.now();
    // Nothing depends on it.
    void call(sayReplying, { params: { id: topicId } }).catch(() => undefined);
  };
}
