import { readSiteSettings } from '@mbari/contract/platform/site';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { siteSettingsKey } from '~/platform/lib/query-keys.ts';

/** Refetched on every mount, because another admin may change them. */
export const siteSettings = queryOptions({
  queryKey: siteSettingsKey,
  queryFn: async ({ signal }) => (await call(readSiteSettings, { signal })).data,
  staleTime: 0,
});
