import type { QueryClient } from '@tanstack/react-query';
import { devicesKey, waysInKey } from '~/platform/lib/query-keys.ts';

/** A way into the account was changed. Devices are asked for again too: such a change signs others out. */
export async function waysInChanged(client: QueryClient): Promise<void> {
  await Promise.all([waysInKey, devicesKey].map((queryKey) => client.invalidateQueries({ queryKey })));
}
