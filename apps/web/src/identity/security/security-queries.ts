import { listApiTokens } from '@mbari/contract/identity/api-tokens';
import { readSecurity } from '@mbari/contract/identity/security';
import { listSessions } from '@mbari/contract/identity/sessions';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { apiTokensKey, devicesKey, signInMethodsKey } from '~/platform/lib/query-keys.ts';

/** Refetched on every mount, because another device may change sign-in methods. */
export const signInMethods = queryOptions({
  queryKey: signInMethodsKey,
  queryFn: async ({ signal }) => (await call(readSecurity, { signal })).data,
  staleTime: 0,
});

export const signedInDevices = queryOptions({
  queryKey: devicesKey,
  queryFn: async ({ signal }) => (await call(listSessions, { signal })).data,
  staleTime: 0,
});

export const apiTokens = queryOptions({
  queryKey: apiTokensKey,
  queryFn: async ({ signal }) => (await call(listApiTokens, { signal })).data,
  staleTime: 0,
});
