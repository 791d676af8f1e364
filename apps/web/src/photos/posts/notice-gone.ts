import type { QueryClient } from '@tanstack/react-query';
import { postMissing } from '~/platform/lib/cache-events/responses.ts';
import { CallRefused } from '~/platform/lib/call.ts';

/** Answers whether a call failed because the post is gone. Then the post's page loads it again, and says so. */
export function noticeGone(client: QueryClient, photoId: string, error: unknown): boolean {
  const gone = error instanceof CallRefused && error.status === 404;
  if (gone) postMissing(client, photoId);
  return gone;
}
