import * as words from '@mbari/words/forum-moderation';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { wordsOf } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';

/** Does one thing at a time, and says so or why not. */
export function useModeration(): (work: (client: QueryClient) => Promise<void>, done: string) => Promise<void> {
  const client = useQueryClient();
  const busy = useRef(false);
  return async (work, done) => {
    if (busy.current) return;
    busy.current = true;
    try {
      await work(client);
      toast.success(done);
    } catch (error) {
      toast.error(wordsOf(error, words.actionFailed));
    } finally {
      busy.current = false;
    }
  };
}
