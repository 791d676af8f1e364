import type { QueryClient } from '@tanstack/react-query';
import { forumSettingsKey, nameRequestsKey, postKey } from '~/platform/lib/query-keys.ts';

export const peopleShownChanged = (client: QueryClient, photoId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: postKey(photoId), exact: true });

/** The viewer refuses to be named: open requests end. */
export async function namingRefused(client: QueryClient, photoId: string): Promise<void> {
  client.removeQueries({ queryKey: forumSettingsKey, type: 'inactive' });
  await client.invalidateQueries({ queryKey: nameRequestsKey });
  await peopleShownChanged(client, photoId);
}
