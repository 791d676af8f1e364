import type { SiteSettings } from '@mbari/contract/platform/site';
import type { QueryClient } from '@tanstack/react-query';
import {
  accountKey,
  accountsKey,
  announcementsKey,
  moderationLogKey,
  siteKey,
  siteSettingsKey,
  webhooksKey,
} from '~/platform/lib/query-keys.ts';

export async function announcementsChanged(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: moderationLogKey({}) });
  await client.invalidateQueries({ queryKey: announcementsKey });
}

export async function siteChanged(client: QueryClient, saved?: SiteSettings): Promise<void> {
  if (saved) client.setQueryData(siteSettingsKey, saved);
  await client.invalidateQueries({ queryKey: siteKey });
}

export async function accountChanged(client: QueryClient, id: string): Promise<void> {
  for (const queryKey of [accountsKey({}), moderationLogKey({})]) void client.invalidateQueries({ queryKey });
  await client.invalidateQueries({ queryKey: accountKey(id) });
}

/** Also refetches the deliveries that are shown. */
export async function webhooksChanged(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: moderationLogKey({}) });
  await client.invalidateQueries({ queryKey: webhooksKey });
}
