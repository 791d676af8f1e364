import type { Photo } from '@mbari/contract/shapes/photos';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { forgetKept } from '~/platform/lib/answers.ts';
import { dropCached } from '~/platform/lib/drop-cached.ts';
import { isPhoto } from '~/platform/lib/is-photo.ts';
import { patchCached } from '~/platform/lib/patch-cached.ts';
import { categoriesKey, feedKey, galleryKey, postKey, profileKey } from '~/platform/lib/query-keys.ts';

/** The viewer has posted: the post is at the top of the feed at once. */
export function postAdded(client: QueryClient, post: Photo): void {
  client.setQueryData(postKey(post.id), post);
  client.setQueryData<InfiniteData<{ data: Photo[] }>>(feedKey('latest'), (feed) => {
    const [first, ...rest] = feed?.pages ?? [];
    if (feed === undefined || first === undefined) return feed;
    return { ...feed, pages: [{ ...first, data: [post, ...first.data.filter(({ id }) => id !== post.id)] }, ...rest] };
  });
}

/** The page is left on which a post was added: profiles count it, and galleries show it, when they are next opened. */
export function addedPostLeft(client: QueryClient): void {
  client.removeQueries({ queryKey: galleryKey({}), type: 'inactive' });
  void client.invalidateQueries({ queryKey: profileKey({}) });
}

/** The server has taken a change of a post. `recategorised`: it is counted and listed elsewhere. */
export function postChanged(client: QueryClient, post: Photo, { recategorised }: { recategorised: boolean }): void {
  patchCached(client, isPhoto, post.id, () => post);
  if (recategorised) countsChanged(client);
}

/** A post is no more: it leaves every list at once. */
export function postDeleted(client: QueryClient, id: string): void {
  dropCached(client, isPhoto, id);
  forgetKept();
  countsChanged(client);
}

/** The page of a deleted post is left. Not before: it would ask for the post again. */
export const deletedPostLeft = (client: QueryClient, id: string): void => client.removeQueries({ queryKey: postKey(id) });

/** Galleries stay as they are: somebody is looking through one of them. */
function countsChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: profileKey({}) });
  void client.invalidateQueries({ queryKey: categoriesKey });
}
