import type { QueryClient } from '@tanstack/react-query';
import { invitationsKey, joiningKey, siteKey } from '~/platform/lib/query-keys.ts';

export async function joiningChanged(client: QueryClient): Promise<void> {
  await Promise.all([siteKey, joiningKey, invitationsKey].map((queryKey) => client.invalidateQueries({ queryKey })));
}
