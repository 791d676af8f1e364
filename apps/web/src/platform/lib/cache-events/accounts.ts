import type { QueryClient } from '@tanstack/react-query';
import { accountKey, accountsKey, moderationLogKey } from '~/platform/lib/query-keys.ts';

export async function accountChanged(client: QueryClient, id: string): Promise<void> {
  for (const queryKey of [accountsKey({}), moderationLogKey({})]) void client.invalidateQueries({ queryKey });
  await client.invalidateQueries({ queryKey: accountKey(id) });
}
