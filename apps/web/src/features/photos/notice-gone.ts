import type { QueryClient } from '@tanstack/react-query';
import { postMissing } from '~/lib/cache-events/responses.ts';
import { CallRefused } from '~/lib/call.ts';

/** Whether an act failed because the photo is no longer there. Then the page asks for it again, and says so itself. */
export function noticeGone(client: QueryClient, photoId: string, error: unknown): boolean {
  const gone = error instanceof CallRefused && error.status === 404;
  if (gone) postMissing(client, photoId);
  return gone;
}
