import type { QueryClient } from '@tanstack/react-query';
import { moderationLogKey, webhooksKey } from '~/platform/lib/query-keys.ts';

/** Also refetches the deliveries that are shown. */
export async function webhooksChanged(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: moderationLogKey({}) });
  await client.invalidateQueries({ queryKey: webhooksKey });
}
