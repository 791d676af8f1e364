import type { QueryClient } from '@tanstack/react-query';
import { devicesKey, signInMethodsKey } from '~/platform/lib/query-keys.ts';

/** Refetches changed sign-in methods, and the devices, because the change signs out all other devices. */
export async function signInMethodsChanged(client: QueryClient): Promise<void> {
  await Promise.all([signInMethodsKey, devicesKey].map((queryKey) => client.invalidateQueries({ queryKey })));
}
