import type { SiteSettings } from '@mbari/contract/shapes/site';
import type { QueryClient } from '@tanstack/react-query';
import { siteKey, siteSettingsKey } from '~/platform/lib/query-keys.ts';

export async function siteChanged(client: QueryClient, kept?: SiteSettings): Promise<void> {
  if (kept) client.setQueryData(siteSettingsKey, kept);
  await client.invalidateQueries({ queryKey: siteKey });
}
