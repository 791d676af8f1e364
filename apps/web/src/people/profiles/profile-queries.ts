import { listProfilePhotos, readProfile } from '@mbari/contract/profiles';
import type { Photo } from '@mbari/contract/shapes/photos';
import type { PrivateProfile, ProfilePhoto, ProfileViewpoint, PublicProfile } from '@mbari/contract/shapes/profiles';
import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { afterPaint } from '~/platform/lib/after-paint.ts';
import { call } from '~/platform/lib/call.ts';
import { firstData } from '~/platform/lib/first-data.ts';
import { galleryKey, profileKey } from '~/platform/lib/query-keys.ts';
import { currentSession } from '~/platform/lib/session.ts';

/** Whose profile, and seen as whom; undefined: as the viewer. */
export interface Seen {
  username: string;
  as: ProfileViewpoint | undefined;
}

/** An open profile. Its posts have the shape they have in every list, so that cache events find them here too. */
export interface Profile extends Omit<PublicProfile, 'photos' | 'customisation'> {
  photos: Photo[];
  customisation: Omit<PublicProfile['customisation'], 'pinned'> & { pinned: Photo[] };
}

/** Part of the key: a visitor and a member see different profiles. */
const viewer = (): string => currentSession().user?.id ?? '';

export const profileOf = ({ username, as }: Seen) =>
  queryOptions({
    queryKey: profileKey({ username: username.toLowerCase(), as: as ?? '', viewer: viewer() }),
    queryFn: async ({ signal }): Promise<Profile | PrivateProfile> => {
      if (broughtProfile(username) !== undefined) await afterPaint();
      const { data } = await call(readProfile, { params: { username }, query: { as }, signal });
      return data.is_private ? data : asProfile(data);
    },
    // Members see more of it, and would see it change.
    placeholderData: () => {
      const first = broughtProfile(username);
      return first && asProfile(first);
    },
  });

/** What the page brought for a visitor, who sees it at once. */
function broughtProfile(username: string): PublicProfile | undefined {
  const first = viewer() === '' ? firstData().profile : undefined;
  return first?.username === username.toLowerCase() ? first : undefined;
}

/** Requests a profile while the code of its screen is still loading. */
export const startProfile = (client: QueryClient, username: string): Promise<void> =>
  client.prefetchQuery(profileOf({ username, as: undefined }));

interface GalleryPage {
  data: Photo[];
  meta: { next_cursor: string | null; total: number };
}

/** A member's posts, of a category's slug or all ('') of them, page by page. */
export const galleryOf = ({ username, as, category }: Seen & { category: string }) =>
  infiniteQueryOptions({
    queryKey: galleryKey({ username: username.toLowerCase(), category, as: as ?? '', viewer: viewer() }),
    queryFn: async ({ pageParam, signal }): Promise<GalleryPage> => {
      const { data, meta } = await call(listProfilePhotos, {
        params: { username },
        query: { as, ...(category !== '' && { category }), ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      });
      return { data: data.map(asPhoto), meta };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    // Refetched with the profile only, never while somebody reads.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** One's own posts to choose from: the newest first, pinned or not. */
export const pinnable = (username: string) =>
  infiniteQueryOptions({
    ...galleryOf({ username, as: undefined, category: '' }),
    // One of the galleries, so that a new post drops it with them.
    queryKey: galleryKey({ username: username.toLowerCase(), category: '', as: 'pinnable', viewer: '' }),
  });

/** The first page of the gallery, from the profile: pinned posts, then the newest. */
export function beginningOf({
  customisation: { pinned },
  photos,
  photos_next_cursor,
  stats,
}: Profile): InfiniteData<GalleryPage, string | null> {
  const first = [...new Map([...pinned, ...photos].map((photo) => [photo.id, photo])).values()];
  return { pages: [{ data: first, meta: { next_cursor: photos_next_cursor, total: stats.photos_count } }], pageParams: [null] };
}

const asProfile = ({ photos, customisation, ...profile }: PublicProfile): Profile => ({
  ...profile,
  photos: photos.map(asPhoto),
  customisation: { ...customisation, pinned: customisation.pinned.map(asPhoto) },
});

const asPhoto = ({ category, ...photo }: ProfilePhoto): Photo => ({ ...photo, category: category?.name ?? null });
