import * as words from '@mbari/words/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { errorMessage } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { markAllRead } from './notification-queries.ts';

/** Marks all as read and focuses `next`, because the pressed button disappears. */
export function useMarkAllRead(next: RefObject<HTMLElement | null>): () => void {
  const client = useQueryClient();
  return () => {
    next.current?.focus();
    void markAllRead(client).catch((error: unknown) => toast.error(errorMessage(error, words.markAllFailed)));
  };
}
