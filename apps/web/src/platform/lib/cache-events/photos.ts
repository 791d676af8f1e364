import type { Challenge } from '@mbari/contract/photos/challenges';
import type { Exhibition } from '@mbari/contract/photos/exhibitions';
import type { Photo } from '@mbari/contract/photos/posts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { dropCached } from '~/platform/lib/drop-cached.ts';
import { clearOfflineResponses } from '~/platform/lib/offline-responses.ts';
import { isPhoto, patchCached } from '~/platform/lib/query-cache.ts';
import {
  categoriesKey,
  challengeKey,
  challengeListKey,
  exhibitionKey,
  exhibitionListKey,
  feedKey,
  forumSettingsKey,
  galleryKey,
  interestsKey,
  nameRequestsKey,
  postKey,
  postListsKey,
  postsKey,
  profileKey,
  roomKey,
  seriesKey,
  seriesListsKey,
} from '~/platform/lib/query-keys.ts';

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

/** Moves a post between the archive and the other lists. Its own page stays open. */
export function postArchived(client: QueryClient, id: string, isArchived: boolean): void {
  dropCached(client, isPhoto, id);
  client.setQueryData<Photo>(postKey(id), (post) => post && { ...post, is_archived: isArchived });
  for (const queryKey of [postKey(id), postListsKey, profileKey({}), categoriesKey]) void client.invalidateQueries({ queryKey });
}

export async function photoCategoriesChanged(client: QueryClient): Promise<void> {
  clearOfflineResponses();
  for (const queryKey of [interestsKey, feedKey('latest'), feedKey('following'), postListsKey, postsKey, profileKey({})])
    void client.invalidateQueries({ queryKey });
  await client.invalidateQueries({ queryKey: categoriesKey });
}

export const peopleShownChanged = (client: QueryClient, photoId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: postKey(photoId), exact: true });

/** The viewer refuses to be named: open requests end. */
export async function namingRefused(client: QueryClient, photoId: string): Promise<void> {
  client.removeQueries({ queryKey: forumSettingsKey, type: 'inactive' });
  await client.invalidateQueries({ queryKey: nameRequestsKey });
  await peopleShownChanged(client, photoId);
}

/** A series was created, edited or deleted. Posts name their series, and a profile shows whether there are any. */
export async function seriesChanged(client: QueryClient, id?: string): Promise<void> {
  for (const queryKey of [seriesListsKey, postsKey, profileKey({})]) void client.invalidateQueries({ queryKey });
  if (id !== undefined) await client.invalidateQueries({ queryKey: seriesKey(id) });
}

/** Removes a deleted series' query once the viewer has left its page, which would refetch it. */
export const deletedSeriesLeft = (client: QueryClient, id: string): void => client.removeQueries({ queryKey: seriesKey(id) });

/** A challenge was created or edited, or the viewer entered it. */
export function challengeChanged(client: QueryClient, challenge: Challenge): void {
  client.setQueryData(challengeKey(challenge.id), challenge);
  void client.invalidateQueries({ queryKey: challengeListKey() });
}

/** The viewer withdrew an entry, voted, or sent a new post to the challenge. */
export function challengeOutdated(client: QueryClient, id: string): void {
  void client.invalidateQueries({ queryKey: challengeKey(id) });
  void client.invalidateQueries({ queryKey: challengeListKey() });
}

/** Removes the queries of a challenge, once the viewer has left its page. */
export function challengeDeleted(client: QueryClient, id: string): void {
  client.removeQueries({ queryKey: challengeKey(id) });
  void client.invalidateQueries({ queryKey: challengeListKey() });
}

/** An exhibition was created, edited or answered. */
export function exhibitionChanged(client: QueryClient, exhibition: Exhibition): void {
  client.setQueryData(exhibitionKey(exhibition.id), exhibition);
  void client.invalidateQueries({ queryKey: exhibitionListKey() });
  void client.invalidateQueries({ queryKey: roomKey(exhibition.id) });
}

/** Someone else changed the exhibition. */
export function exhibitionOutdated(client: QueryClient, id: string): void {
  void client.invalidateQueries({ queryKey: exhibitionKey(id) });
  void client.invalidateQueries({ queryKey: roomKey(id) });
}

/** Removes the queries of an exhibition that the viewer deleted or left, once they have left its page. */
export function exhibitionLeft(client: QueryClient, id: string): void {
  client.removeQueries({ queryKey: exhibitionKey(id) });
  client.removeQueries({ queryKey: roomKey(id) });
  void client.invalidateQueries({ queryKey: exhibitionListKey() });
}

/** Invalidates counts but not galleries, because the viewer may be browsing one. */
function countsChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: profileKey({}) });
  void client.invalidateQueries({ queryKey: categoriesKey });
}
