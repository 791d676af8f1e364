import { sayReplying } from '@mbari/contract/events';
import * as limits from '@mbari/contract/limits';
import { useRef } from 'react';
import { call } from '~/platform/lib/call.ts';

/** Returns a function to call on each change; announces every few seconds at most. */
export function useSayReplying(topicId: string): () => void {
  const saidAt = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    if (Date.now() - saidAt.current < limits.replyingEvery) return;
    saidAt.current = Date.now();
    // Failures do not matter.
    void call(sayReplying, { params: { id: topicId } }).catch(() => undefined);
  };
}
