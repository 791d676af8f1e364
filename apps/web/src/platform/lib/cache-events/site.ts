import type { SiteSettings } from '@mbari/contract/shapes/site';
import type { QueryClient } from '@tanstack/react-query';
import { siteKey, siteSettingsKey } from '~/platform/lib/query-keys.ts';

/** An admin changed how the community presents itself, or was told that another did. */
export async function siteChanged(client: QueryClient, kept?: SiteSettings): Promise<void> {
  if (kept) client.setQueryData(siteSettingsKey, kept);
  await client.invalidateQueries({ queryKey: siteKey });
}
