import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/profiles';
import * as sentences from '@mbari/words/sentences';
import { loadMore } from '@mbari/words/ui';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pin } from 'lucide-react';
import { memo, type ReactNode, Suspense, use, useEffect, useState } from 'react';
import { categoryName } from '~/photos/category-name.ts';
import { openComposer } from '~/photos/composer/composer-host.tsx';
import { Picture } from '~/photos/posts/picture.tsx';
import { SourceList, sourceOf } from '~/photos/posts/source-list.ts';
import { SlideshowButton } from '~/photos/viewer/slideshow-button.tsx';
import { ImageCount } from '~/photos/wall/image-count.tsx';
import { rowImageSizes } from '~/photos/wall/phone-image-sizes.ts';
import { boxRatio, type WallLayout } from '~/photos/wall/row-layout.ts';
import { type WallItem, WallRows } from '~/photos/wall/wall-rows.tsx';
import { WallUnreached } from '~/photos/wall/wall-states.tsx';
import { LoadImageButton } from '~/platform/connection/load-image-button.tsx';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import { itemsOf } from '~/platform/lib/query-cache.ts';
import { Button, buttonClass } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { LoadMoreButton } from '~/platform/ui/load-more-button.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { SelectedStroke } from '~/platform/ui/selected-stroke.tsx';
import { firstGalleryPage, galleryOf, type Profile, type ProfileTarget } from './profile-queries.ts';
import './gallery.css';

interface GalleryProps {
  target: ProfileTarget;
  profile: Profile;
  /** Category slug from the URL; '' for all. */
  category: string;
  /** True for the viewer's own profile, unless shown as others see it. */
  isOwn: boolean;
}

/** Pinned posts first, then newest. */
export function Gallery({ target, profile, category, isOwn }: GalleryProps) {
  const list = galleryOf({ ...target, category });
  useFreshFirstPage(target, profile);
  const gallery = useInfiniteQuery({
    ...list,
    ...(category === '' && { initialData: () => firstGalleryPage(profile) }),
    placeholderData: keepPreviousData,
  });
  const photos = itemsOf(gallery.data);
  const pinned = new Set(category === '' ? profile.customisation.pinned.map(({ id }) => id) : []);
  return (
    <section aria-label={words.photos} className="gallery" aria-busy={gallery.isPlaceholderData || gallery.isPending}>
      <div className="gallery-head">
        {profile.photo_categories.length > 0 && <GalleryFilter profile={profile} />}
        <SlideshowButton photos={photos} title={profile.name} list={gallery} />
      </div>
      {gallery.isPending ? (
        <p role="status" className="gallery-wait">
          {words.loadingPhotos}
        </p>
      ) : gallery.data === undefined ? (
        <WallUnreached title={sentences.photosFetchFailed} busy={gallery.isFetching} onRetry={() => void gallery.refetch()} />
      ) : photos.length === 0 ? (
        profile.viewer.is_muted ? (
          <Muted name={profile.name} />
        ) : (
          <EmptyGallery name={profile.name} isOwn={isOwn} isUnfiltered={category === ''} />
        )
      ) : (
        <SourceList value={sourceOf(list, `@${target.username.toLowerCase()}`)}>
          <GalleryWall photos={photos} pinned={pinned} hasMore={gallery.hasNextPage} />
        </SourceList>
      )}
      {gallery.hasNextPage && !gallery.isPending && (
        <LoadMoreButton
          label={loadMore}
          busy={gallery.isFetchingNextPage}
          failed={gallery.isFetchNextPageError}
          onLoad={() => void (gallery.isPlaceholderData || gallery.fetchNextPage({ cancelRefetch: false }))}
        />
      )}
    </section>
  );
}

const markName = (name: ReactNode) => <bdi className="[overflow-wrap:anywhere]">{name}</bdi>;

/** Notice instead of a muted member's posts. */
function Muted({ name }: { name: string }) {
  return (
    <EmptyState drawing="hanging" title={words.muted}>
      <Phrase parts={words.mutedHint({ name, member: markName })} />
    </EmptyState>
  );
}

function EmptyGallery({ name, isOwn, isUnfiltered }: { name: string; isOwn: boolean; isUnfiltered: boolean }) {
  if (!isUnfiltered)
    return (
      <EmptyState
        drawing="lost"
        title={sentences.noPhotosFound}
        action={
          <Link to="." search={({ as }) => (as === undefined ? {} : { as })} resetScroll={false} className={buttonClass({})}>
            {words.allPhotos}
          </Link>
        }
      >
        {words.noneOfKind}
      </EmptyState>
    );
  return (
    <EmptyState
      drawing="hanging"
      title={sentences.noPhotosYet}
      action={isOwn && <Button onClick={openComposer}>{words.shareFirst}</Button>}
    >
      {isOwn ? words.ownEmpty : <Phrase parts={words.othersEmpty({ name, member: markName })} />}
    </EmptyState>
  );
}

/** Replaces a cached gallery by the profile's newest posts, unless the viewer has scrolled down. */
function useFreshFirstPage(target: ProfileTarget, profile: Profile): void {
  const client = useQueryClient();
  const { queryKey } = galleryOf({ ...target, category: '' });
  const key = JSON.stringify(queryKey);
  useEffect(() => {
    const storedKey = JSON.parse(key) as typeof queryKey;
    const current = client.getQueryData(storedKey);
    const fresh = firstGalleryPage(profile);
    const photos = itemsOf(current);
    const hasChanged = photos.length < itemsOf(fresh).length || itemsOf(fresh).some(({ id }, index) => photos[index]?.id !== id);
    if (current !== undefined && hasChanged && (photos.length === 0 || scrollY < innerHeight / 2)) client.setQueryData(storedKey, fresh);
  }, [client, key, profile]);
}

/** The categories with counts; the URL holds the selection. */
function GalleryFilter({ profile }: { profile: Profile }) {
  'use no memo';
  return (
    <nav aria-label={words.categories} className="gallery-filter">
      <CategoryLink name={words.all} slug="" count={profile.stats.photos_count} />
      {profile.photo_categories.map(({ id, name, slug, photos_count }) => (
        <CategoryLink key={id} name={categoryName(name)} slug={slug} count={photos_count} />
      ))}
    </nav>
  );
}

function CategoryLink({ name, slug, count }: { name: string; slug: string; count: number }) {
  'use no memo';
  return (
    <Link
      to="."
      search={({ as }) => ({ ...(slug !== '' && { category: slug }), ...(as !== undefined && { as }) })}
      resetScroll={false}
      preload={false}
      activeOptions={{ exact: true }}
      className="word"
    >
      {({ isActive }) => (
        <>
          <span>
            <Phrase
              parts={words.photosIn({
                name,
                count,
                category: (text) => <span dir="auto">{text}</span>,
                heard: (text) => <span className="sr-only">{text}</span>,
                number: (text) => <span className="gallery-count">{text}</span>,
              })}
            />
          </span>
          {isActive && <SelectedStroke />}
        </>
      )}
    </Link>
  );
}

const Scrim = optionalLazy(async () => (await import('~/photos/warnings/scrim.tsx')).Scrim);

interface GalleryWallProps {
  photos: readonly Photo[];
  pinned: ReadonlySet<string>;
  hasMore: boolean;
}

/** Photos edge to edge without labels. */
function GalleryWall({ photos, pinned, hasMore }: GalleryWallProps) {
  return (
    <WallRows photos={photos} more={hasMore} layoutFor={layoutFor} className="gallery-wall">
      {(item) => <GalleryPhoto key={item.photo.id} {...item} pinned={pinned.has(item.photo.id)} />}
    </WallRows>
  );
}

const phoneBelow = 560;
/** Small and dense on phones. */
const layoutFor = (width: number): WallLayout =>
  width < phoneBelow
    ? { width, gap: 3, rows: { lowest: 96, highest: 190, aim: 128, aloneBelow: 0 }, rowExtra: 0, rowGap: 3 }
    : { width, gap: 8, rows: { lowest: 260, highest: 420, aim: 330, aloneBelow: 0 }, rowExtra: 0, rowGap: 8 };

interface GalleryPhotoProps extends WallItem {
  pinned: boolean;
}

const GalleryPhoto = memo(function GalleryPhoto({ photo, first, pinned, position, count, sizes }: GalleryPhotoProps) {
  const from = use(SourceList);
  const [[image] = photo.images, setSharp] = useState<Photo['images']>();
  if (image === undefined) return null;
  const ratio = boxRatio(image.width, image.height);
  const imageSizes = innerWidth < phoneBelow ? rowImageSizes(image) : sizes;
  return (
    <article
      className="wall-photo"
      aria-label={photo.title}
      aria-posinset={position}
      aria-setsize={count}
      style={{ flexGrow: ratio * 100 }}
    >
      <Link
        to="/post/$id"
        params={{ id: photo.id }}
        state={{ from }}
        className="wall-frame"
        title={photo.title}
        style={{ aspectRatio: ratio }}
      >
        <Picture image={image} sizes={imageSizes} first={first} title={photo.title} letterboxed={ratio !== image.width / image.height} />
        {pinned && (
          <span className="wall-several gallery-pin">
            <Pin size={14} strokeWidth={2} aria-hidden="true" />
            <span className="gallery-pin-word">{words.pinned}</span>
          </span>
        )}
        <ImageCount photo={photo} />
      </Link>
      {photo.warning?.is_blurred ? (
        <Suspense>
          <Scrim photo={photo} sharp={image === photo.images[0] ? undefined : image} onShow={setSharp} />
        </Suspense>
      ) : (
        <LoadImageButton image={image} sizes={imageSizes} title={photo.title} />
      )}
    </article>
  );
});
