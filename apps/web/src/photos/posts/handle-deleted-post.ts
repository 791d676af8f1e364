import type { QueryClient } from '@tanstack/react-query';
import { postMissing } from '~/platform/lib/cache-events/responses.ts';
import { CallRefused } from '~/platform/lib/call.ts';

/** Returns true if the call failed because the post was deleted. Refetches the post then. */
export function handleDeletedPost(client: QueryClient, photoId: string, error: unknown): boolean {
  const gone = error instanceof CallRefused && error.status === 404;
  if (gone) postMissing(client, photoId);
  return gone;
}
