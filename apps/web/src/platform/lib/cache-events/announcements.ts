import type { QueryClient } from '@tanstack/react-query';
import { announcementsKey, moderationLogKey } from '~/platform/lib/query-keys.ts';

/** An admin announced something, changed it or took it down. */
export async function announcementsChanged(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: moderationLogKey({}) });
  await client.invalidateQueries({ queryKey: announcementsKey });
}
