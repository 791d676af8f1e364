import type { QueryClient } from '@tanstack/react-query';
import { devicesKey, waysInKey } from '~/platform/lib/query-keys.ts';

/** A sign-in method changed. Devices are refetched too, because such a change signs out the others. */
export async function waysInChanged(client: QueryClient): Promise<void> {
  await Promise.all([waysInKey, devicesKey].map((queryKey) => client.invalidateQueries({ queryKey })));
}
