import type { Photo } from '@mbari/contract/photos/posts';
import type { QueryClient } from '@tanstack/react-query';
import { dropCached } from '~/platform/lib/drop-cached.ts';
import { isPhoto } from '~/platform/lib/is-photo.ts';
import { categoriesKey, postKey, postListsKey, profileKey } from '~/platform/lib/query-keys.ts';

/** Moves a post between the archive and the other lists. Its own page stays open. */
export function postArchived(client: QueryClient, id: string, isArchived: boolean): void {
  dropCached(client, isPhoto, id);
  client.setQueryData<Photo>(postKey(id), (post) => post && { ...post, is_archived: isArchived });
  for (const queryKey of [postKey(id), postListsKey, profileKey({}), categoriesKey]) void client.invalidateQueries({ queryKey });
}
