import type { Photo } from '@mbari/contract/photos/posts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { dropCached } from '~/platform/lib/drop-cached.ts';
import { isPhoto } from '~/platform/lib/is-photo.ts';
import { clearOfflineResponses } from '~/platform/lib/offline-responses.ts';
import { patchCached } from '~/platform/lib/patch-cached.ts';
import { categoriesKey, feedKey, galleryKey, postKey, profileKey, seriesListsKey } from '~/platform/lib/query-keys.ts';

/** Adds a post to the feed. Galleries and counts are fetched again, at once if they are on the screen. */
export function postAdded(client: QueryClient, post: Photo): void {
  client.setQueryData(postKey(post.id), post);
  client.setQueryData<InfiniteData<{ data: Photo[] }>>(feedKey('latest'), (feed) => {
    const [first, ...rest] = feed?.pages ?? [];
    if (feed === undefined || first === undefined) return feed;
    return { ...feed, pages: [{ ...first, data: [post, ...first.data.filter(({ id }) => id !== post.id)] }, ...rest] };
  });
  const galleries = galleryKey({ username: post.user.username.toLowerCase() });
  client.removeQueries({ queryKey: galleries, type: 'inactive' });
  void client.invalidateQueries({ queryKey: galleries });
  for (const queryKey of [profileKey({}), seriesListsKey]) void client.invalidateQueries({ queryKey });
}

/** `recategorised`: the post is counted and listed in another category. */
export function postChanged(client: QueryClient, post: Photo, { recategorised }: { recategorised: boolean }): void {
  // The answer of an edit omits what only the post page has.
  patchCached(client, isPhoto, post.id, ({ series, people, viewer: { may_hang } }) => ({
    ...post,
    ...(series && { series }),
    ...(people && { people }),
    ...(may_hang && { viewer: { ...post.viewer, may_hang } }),
  }));
  if (recategorised) countsChanged(client);
}

export function postDeleted(client: QueryClient, id: string): void {
  dropCached(client, isPhoto, id);
  clearOfflineResponses();
  countsChanged(client);
}

/** Removes a deleted post's query once the viewer has left its page, which would refetch the post. */
export const deletedPostLeft = (client: QueryClient, id: string): void => client.removeQueries({ queryKey: postKey(id) });

/** Invalidates counts but not galleries, because the viewer may be browsing one. */
function countsChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: profileKey({}) });
  void client.invalidateQueries({ queryKey: categoriesKey });
}
