import {
  listProfilePhotos,
  type PrivateProfile,
  type ProfilePhoto,
  type ProfileViewpoint,
  type PublicProfile,
  readProfile,
} from '@mbari/contract/people/profiles';
import type { Photo } from '@mbari/contract/photos/posts';
import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { firstData } from '~/platform/lib/first-data.ts';
import { galleryKey, profileKey } from '~/platform/lib/query-keys.ts';
import { currentSession } from '~/platform/lib/session.ts';
import { afterPaint } from '~/platform/lib/when-idle.ts';

/** Profile, and the viewer to simulate. If `as` is undefined, nothing is simulated. */
export interface ProfileTarget {
  username: string;
  as: ProfileViewpoint | undefined;
}

/** A profile that the viewer may see. Its posts have the same shape as in lists, so that cache updates find them. */
export interface Profile extends Omit<PublicProfile, 'photos' | 'customisation'> {
  photos: Photo[];
  customisation: Omit<PublicProfile['customisation'], 'pinned'> & { pinned: Photo[] };
}

/** Part of the key, because profiles differ by viewer. */
const viewerId = (): string => currentSession().user?.id ?? '';

export const profileOf = ({ username, as }: ProfileTarget) =>
  queryOptions({
    queryKey: profileKey({ username: username.toLowerCase(), as: as ?? '', viewer: viewerId() }),
    queryFn: async ({ signal }): Promise<Profile | PrivateProfile> => {
      if (embeddedProfile(username) !== undefined) await afterPaint();
      const { data } = await call(readProfile, { params: { username }, query: { as }, signal });
      return data.is_private ? data : toProfile(data);
    },
    // Only for visitors: members see more, so the data would change visibly.
    placeholderData: () => {
      const first = embeddedProfile(username);
      return first && toProfile(first);
    },
  });

/** Data embedded in the page for visitors. */
function embeddedProfile(username: string): PublicProfile | undefined {
  const first = viewerId() === '' ? firstData().profile : undefined;
  return first?.username === username.toLowerCase() ? first : undefined;
}

/** Prefetches while the screen's code loads. */
export const startProfile = (client: QueryClient, username: string): Promise<void> =>
  client.prefetchQuery(profileOf({ username, as: undefined }));

interface GalleryPage {
  data: Photo[];
  meta: { next_cursor: string | null; total: number };
}

/** Posts of a category slug, or all with ''. */
export const galleryOf = ({ username, as, category }: ProfileTarget & { category: string }) =>
  infiniteQueryOptions({
    queryKey: galleryKey({ username: username.toLowerCase(), category, as: as ?? '', viewer: viewerId() }),
    queryFn: async ({ pageParam, signal }): Promise<GalleryPage> => {
      const { data, meta } = await call(listProfilePhotos, {
        params: { username },
        query: { as, ...(category !== '' && { category }), ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      });
      return { data: data.map(toPhoto), meta };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    // Refetched with the profile only, not while reading.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The viewer's own posts, newest first, pinned or not. */
export const pinnablePosts = (username: string) =>
  infiniteQueryOptions({
    ...galleryOf({ username, as: undefined, category: '' }),
    // Uses a gallery key, so a new post invalidates it.
    queryKey: galleryKey({ username: username.toLowerCase(), category: '', as: 'pinnable', viewer: '' }),
  });

/** First page of the gallery from the profile: pinned posts, then newest. */
export function firstGalleryPage({
  customisation: { pinned },
  photos,
  photos_next_cursor,
  stats,
}: Profile): InfiniteData<GalleryPage, string | null> {
  const first = [...new Map([...pinned, ...photos].map((photo) => [photo.id, photo])).values()];
  return { pages: [{ data: first, meta: { next_cursor: photos_next_cursor, total: stats.photos_count } }], pageParams: [null] };
}

const toProfile = ({ photos, customisation, ...profile }: PublicProfile): Profile => ({
  ...profile,
  photos: photos.map(toPhoto),
  customisation: { ...customisation, pinned: customisation.pinned.map(toPhoto) },
});

const toPhoto = ({ category, ...photo }: ProfilePhoto): Photo => ({ ...photo, category: category?.name ?? null });
