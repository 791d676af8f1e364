import type { Photo } from '@mbari/contract/photos/posts';
import { number } from '@mbari/words/format';
import { comments } from '@mbari/words/photos';
import * as words from '@mbari/words/series';
import { start as slideshowWord } from '@mbari/words/slideshow';
import { Link, useRouter } from '@tanstack/react-router';
import { ArrowLeft, MessageCircle, Play } from 'lucide-react';
import { type CSSProperties, memo, type ReactNode, type RefObject, Suspense, use, useEffect, useRef, useState } from 'react';
import { LikeButton } from '~/photos/like-button.tsx';
import { Picture } from '~/photos/posts/picture.tsx';
import { SourceList, sourceOf } from '~/photos/posts/source-list.ts';
import { ImageCount } from '~/photos/wall/image-count.tsx';
import { LoadImageButton } from '~/platform/connection/load-image-button.tsx';
import { useKeys } from '~/platform/lib/keyboard.ts';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Avatar, VerifiedBadge } from '~/platform/ui/avatar.tsx';
import { Button, IconButton } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { SeriesActions } from './series-actions.tsx';
import { seriesById, seriesState, type SeriesWithPhotos } from './series-queries.ts';
import './series.css';

const icon = { size: 20, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** A series: head, then one work under the other. `children`: the author's text. */
export function SeriesView({ content, children }: { content: SeriesWithPhotos; children: ReactNode }) {
  const {
    data: photos,
    meta: { series },
  } = content;
  const title = useRef<HTMLHeadingElement>(null);
  const works = useRef<HTMLOListElement>(null);
  const { position, isPastTitle } = useReading(title, works, photos.length);
  const slideshow = useLazyDialog(async () => (await import('~/photos/viewer/slideshow.tsx')).Slideshow);
  const add = useLazyDialog(async () => (await import('./add-photos.tsx')).AddPhotos);
  const play = photos.length > 0 && slideshow.open;
  const walk = (by: number) => focusWork(isPastTitle || by < 0 ? position + by : 1);
  useKeys({ j: () => walk(1), k: () => walk(-1), s: play });
  useEffect(showWorkOfAddress, []);
  const from = sourceOf(seriesById(series.id), series.title);
  return (
    <article className="series" aria-labelledby="series-title">
      {play && <ReadingBar {...{ content, position }} shown={isPastTitle} onPlay={play} />}
      <header className="series-head">
        <Cover content={content} />
        <div className="series-about">
          <p className="text-t15 text-ink-meta">
            {words.kind({ photos: seriesState({ is_complete: series.is_complete, count: photos.length }) })}
          </p>
          <h1 ref={title} id="series-title" className="display-large" dir="auto" tabIndex={-1}>
            {series.title}
          </h1>
          <Maker content={content} />
          {children}
          <div className="series-actions">
            {play && (
              <Button onClick={play}>
                <Play {...icon} />
                {slideshowWord}
              </Button>
            )}
            <SeriesActions content={content} onAdd={add.open} />
          </div>
        </div>
      </header>
      {photos.length === 0 ? (
        <EmptyState drawing="hanging" title={words.empty} action={<Button onClick={add.open}>{words.addPhotos}</Button>}>
          {words.emptyHint}
        </EmptyState>
      ) : (
        <SourceList value={{ ...from, series: series.id }}>
          <ol ref={works} className="series-works">
            {photos.map((photo, index) => (
              <SeriesWork key={photo.id} photo={photo} position={index + 1} />
            ))}
          </ol>
        </SourceList>
      )}
      {slideshow.Dialog && (
        <slideshow.Dialog photos={photos} title={series.title} start={isPastTitle ? position - 1 : 0} onClose={slideshow.close} />
      )}
      {add.Dialog && <add.Dialog content={content} onClose={add.close} />}
    </article>
  );
}

/** Focuses the work's link, so that Enter opens it. */
function focusWork(position: number): void {
  const link = document.getElementById(String(position))?.querySelector('a');
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
  link?.scrollIntoView({ block: 'center', behavior });
  link?.focus({ preventScroll: true });
}

/** The chosen cover, unless it is also the first work. */
function Cover({ content: { data: photos, meta } }: { content: SeriesWithPhotos }) {
  const index = photos.findIndex(({ id }) => id === meta.series.cover_id);
  const image = index > 0 ? photos[index]?.images[0] : undefined;
  if (image === undefined) return null;
  const sizes = '(max-width: 900px) 100vw, 532px';
  return (
    <div className="series-cover" style={{ '--ratio': image.width / image.height } as CSSProperties}>
      <Picture image={image} sizes={sizes} first title="" />
      <LoadImageButton image={image} sizes={sizes} title={words.cover} />
    </div>
  );
}

function Maker({ content: { data: photos, meta } }: { content: SeriesWithPhotos }) {
  const { user } = meta.series;
  return (
    <div className="series-maker">
      <Link to="/user/$username" params={{ username: user.username }} className="series-maker-link">
        <Avatar src={user.avatar_url} size={40} />
        <span className="truncate" dir="auto">
          {user.name}
        </span>
      </Link>
      <VerifiedBadge member={user} />
      <p className="series-time">{timeSpan(photos)}</p>
    </div>
  );
}

/** The months in which the works were posted. */
function timeSpan(photos: readonly Photo[]): string {
  const times = photos.map(({ created_at }) => created_at).toSorted();
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return '';
  const [from, until] = [new Date(first), new Date(last)];
  const isOneMonth = from.getMonth() === until.getMonth() && from.getFullYear() === until.getFullYear();
  return isOneMonth ? words.month({ at: from }) : words.months({ from, until });
}

interface ReadingBarProps {
  content: SeriesWithPhotos;
  position: number;
  shown: boolean;
  onPlay: () => void;
}

/** Sticks under the header once the title has left the window; on a phone it covers the header. */
function ReadingBar({ content: { data: photos, meta }, position, shown, onPlay }: ReadingBarProps) {
  const { history } = useRouter();
  const of = { position, count: photos.length };
  return (
    <div
      className="series-bar"
      inert={!shown}
      data-shown={shown || undefined}
      style={{ '--way': position / Math.max(1, photos.length) } as CSSProperties}
    >
      <IconButton label={words.back} className="series-bar-back" onClick={() => history.back()}>
        <ArrowLeft {...icon} />
      </IconButton>
      <p className="series-bar-title" dir="auto">
        {meta.series.title}
      </p>
      <p className="series-bar-maker" dir="auto">
        {meta.series.user.name}
      </p>
      <p className="series-place">
        <span aria-hidden="true">{words.place(of)}</span>
        <span className="sr-only">{words.placeHeard(of)}</span>
      </p>
      <button type="button" className="series-play" onClick={onPlay} aria-label={slideshowWord}>
        <Play {...icon} />
        <span>{slideshowWord}</span>
      </button>
    </div>
  );
}

interface Reading {
  /** Position of the work nearest to the middle of the window, counted from 1. */
  position: number;
  /** The title has left the window. */
  isPastTitle: boolean;
}

/** Follows the scroll position through the works of a series. The address names the current work. */
function useReading(title: RefObject<HTMLElement | null>, works: RefObject<HTMLElement | null>, count: number): Reading {
  const [position, setPosition] = useState(1);
  const [isPastTitle, setPastTitle] = useState(false);
  useEffect(() => {
    const heading = title.current;
    if (heading === null) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => entry && setPastTitle(!entry.isIntersecting && entry.boundingClientRect.top < innerHeight / 2),
    );
    observer.observe(heading);
    return () => observer.disconnect();
  }, [title]);
  useEffect(() => {
    if (count === 0) return undefined;
    // Observes a line across the middle of the window. Between two works, the earlier one stays current.
    const observer = new IntersectionObserver(
      (entries) => {
        const crossed = entries.filter(({ isIntersecting }) => isIntersecting).at(-1)?.target.id;
        if (crossed === undefined) return;
        setPosition(Number(crossed));
        followInHistory(Number(crossed));
      },
      { rootMargin: '-50% 0px' },
    );
    for (const work of works.current?.children ?? []) observer.observe(work);
    return () => observer.disconnect();
  }, [works, count]);
  return { position: Math.min(position, Math.max(1, count)), isPastTitle };
}

/** Scrolls to the work that the address names, once the works are rendered. */
function showWorkOfAddress(): void {
  if (/^#\d+$/.test(location.hash) && scrollY === 0) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/** Writes the work's number as the address's fragment. Bypasses the router, which would scroll to it. Back and reload return to the work. */
function followInHistory(position: number): void {
  if (!location.pathname.startsWith('/series/')) return;
  const fragment = position === 1 ? '' : `#${position}`;
  if (location.hash !== fragment)
    History.prototype.replaceState.call(history, history.state, '', `${location.pathname}${location.search}${fragment}`);
}

const Scrim = optionalLazy(async () => (await import('~/photos/warnings/scrim.tsx')).Scrim);

/** A work: the whole photo, and under it its number, title and caption. */
const SeriesWork = memo(function SeriesWork({ photo, position }: { photo: Photo; position: number }) {
  const link = { to: '/post/$id', params: { id: photo.id }, state: { from: use(SourceList) } } as const;
  const [[image] = photo.images, setSharp] = useState<Photo['images']>();
  if (image === undefined) return null;
  const ratio = image.width / image.height;
  const sizes = `(max-width: 760px) 100vw, min(1120px, 96vw, ${Math.round(700 * ratio)}px)`;
  return (
    <li id={String(position)} className="series-work" style={{ '--ratio': ratio } as CSSProperties}>
      <div className="series-photo">
        <Link {...link} className="wall-frame series-frame" title={photo.title}>
          <Picture image={image} sizes={sizes} first={position === 1} title={photo.title} />
          <ImageCount photo={photo} />
        </Link>
        {photo.warning?.is_blurred ? (
          <Suspense>
            <Scrim photo={photo} sharp={image === photo.images[0] ? undefined : image} onShow={setSharp} />
          </Suspense>
        ) : (
          <LoadImageButton image={image} sizes={sizes} title={photo.title} />
        )}
      </div>
      <div className="series-label">
        <span className="series-number" aria-hidden="true">
          {number(position)}
        </span>
        <div className="min-w-0">
          <h2 className="font-semibold [overflow-wrap:anywhere]" dir="auto">
            {photo.title}
          </h2>
          {photo.description && (
            <p className="series-caption" dir="auto">
              {photo.description}
            </p>
          )}
        </div>
        <span className="series-counts">
          <LikeButton photo={photo} />
          <Link {...link} hash="conversation" className="count-button">
            <MessageCircle size={18} strokeWidth={1.6} aria-hidden="true" />
            <span className="sr-only">{comments}</span>
            <span>{number(photo.comments_count)}</span>
          </Link>
        </span>
      </div>
    </li>
  );
});
