import type { SiteSettings } from '@mbari/contract/platform/site';
import type { QueryClient } from '@tanstack/react-query';
import { siteKey, siteSettingsKey } from '~/platform/lib/query-keys.ts';

export async function siteChanged(client: QueryClient, saved?: SiteSettings): Promise<void> {
  if (saved) client.setQueryData(siteSettingsKey, saved);
  await client.invalidateQueries({ queryKey: siteKey });
}
