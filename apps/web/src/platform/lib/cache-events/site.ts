import type { SiteSettings } from '@mbari/contract/shapes/site';
import type { QueryClient } from '@tanstack/react-query';
import { siteKey, siteSettingsKey } from '~/platform/lib/query-keys.ts';

/** An admin changed the community's settings, or learned that another admin did. */
export async function siteChanged(client: QueryClient, kept?: SiteSettings): Promise<void> {
  if (kept) client.setQueryData(siteSettingsKey, kept);
  await client.invalidateQueries({ queryKey: siteKey });
}
