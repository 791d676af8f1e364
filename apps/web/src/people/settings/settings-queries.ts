import type { CurrentUser, ForumSettings } from '@mbari/contract/people/members';
import { readForumSettings } from '@mbari/contract/people/settings';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { settingsChanged } from '~/platform/lib/cache-events/settings.ts';
import { call } from '~/platform/lib/call.ts';
import { forumSettingsKey } from '~/platform/lib/query-keys.ts';
import { currentSession, updateUser, refreshUser } from '~/platform/lib/session.ts';
import { type Member, storeSettings } from '~/platform/lib/stored-session.ts';

/** Refetched at every opening: another device may have changed them. */
export const forumSettings = queryOptions({
  queryKey: forumSettingsKey,
  queryFn: async ({ signal }) => {
    const { data } = await call(readForumSettings, { signal });
    storeSettings(data);
    return data;
  },
  refetchOnMount: 'always',
});

/** Writes the saved settings into every cache. Removes data that was read under the old settings. */
export function applySavedSettings(client: QueryClient, previous: ForumSettings, saved: ForumSettings): void {
  client.setQueryData(forumSettings.queryKey, saved);
  storeSettings(saved);
  const { user } = currentSession();
  if (isFullyLoaded(user)) updateUser({ ...user, forum_settings: saved });
  // The member has not been loaded yet.
  else void refreshUser().catch(() => undefined);
  settingsChanged(client, previous, saved);
}

const isFullyLoaded = (user: Member | null): user is Member & CurrentUser => user?.forum_settings !== undefined;
