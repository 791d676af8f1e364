import type { QueryClient } from '@tanstack/react-query';
import { apiTokensKey, devicesKey, signInMethodsKey } from '~/platform/lib/query-keys.ts';

/** Refetches changed sign-in methods, and devices and tokens, which a change of the password ends. */
export async function signInMethodsChanged(client: QueryClient): Promise<void> {
  await Promise.all([signInMethodsKey, devicesKey, apiTokensKey].map((queryKey) => client.invalidateQueries({ queryKey })));
}
