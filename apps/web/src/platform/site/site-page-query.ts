import { readSitePage } from '@mbari/contract/platform/site';
import type { SitePageName } from '@mbari/contract/platform/site-settings';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { sitePageKey } from '~/platform/lib/query-keys.ts';

export const sitePage = (page: SitePageName) =>
  queryOptions({
    queryKey: sitePageKey(page),
    queryFn: async ({ signal }) => (await call(readSitePage, { params: { page }, signal })).data,
  });
