import type { QueryClient } from '@tanstack/react-query';
import { devicesKey, signInMethodsKey } from '~/platform/lib/query-keys.ts';

/** A sign-in method changed. Devices are refetched too, because such a change signs out the others. */
export async function signInMethodsChanged(client: QueryClient): Promise<void> {
  await Promise.all([signInMethodsKey, devicesKey].map((queryKey) => client.invalidateQueries({ queryKey })));
}
