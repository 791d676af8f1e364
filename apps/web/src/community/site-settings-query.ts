import { readSiteSettings } from '@mbari/contract/site';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { siteSettingsKey } from '~/platform/lib/query-keys.ts';

/** The settings as admins set them. Another admin may change them: they are asked for anew each time the page is opened. */
export const siteSettings = queryOptions({
  queryKey: siteSettingsKey,
  queryFn: async ({ signal }) => (await call(readSiteSettings, { signal })).data,
  staleTime: 0,
});
