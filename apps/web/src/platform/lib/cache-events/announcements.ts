import type { QueryClient } from '@tanstack/react-query';
import { announcementsKey, moderationLogKey } from '~/platform/lib/query-keys.ts';

export async function announcementsChanged(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: moderationLogKey({}) });
  await client.invalidateQueries({ queryKey: announcementsKey });
}
