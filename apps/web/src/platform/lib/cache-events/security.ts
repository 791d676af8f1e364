import type { QueryClient } from '@tanstack/react-query';
import { devicesKey, signInMethodsKey } from '~/platform/lib/query-keys.ts';

/** A sign-in method changed. Also refetches the devices, because such a change signs out all other devices. */
export async function signInMethodsChanged(client: QueryClient): Promise<void> {
  await Promise.all([signInMethodsKey, devicesKey].map((queryKey) => client.invalidateQueries({ queryKey })));
}
