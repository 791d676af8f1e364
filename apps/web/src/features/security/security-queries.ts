import { readSecurity } from '@mbari/contract/security';
import { listSessions } from '@mbari/contract/sessions';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '~/lib/call.ts';
import { devicesKey, waysInKey } from '~/lib/query-keys.ts';

/** Asked anew at every opening: another device may have changed it. */
export const waysIn = queryOptions({
  queryKey: waysInKey,
  queryFn: async ({ signal }) => (await call(readSecurity, { signal })).data,
  staleTime: 0,
});

export const signedInDevices = queryOptions({
  queryKey: devicesKey,
  queryFn: async ({ signal }) => (await call(listSessions, { signal })).data,
  staleTime: 0,
});

/** After a way in was changed. The devices too: a change signs others out. */
export async function readWaysInAgain(client: QueryClient): Promise<void> {
  await Promise.all([waysIn, signedInDevices].map(({ queryKey }) => client.invalidateQueries({ queryKey })));
}
