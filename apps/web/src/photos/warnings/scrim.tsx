import { type Image, type Photo, readPhoto } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/content-warnings';
import { Link } from '@tanstack/react-router';
import { EyeOff } from 'lucide-react';
import { type CSSProperties, useEffect, useEffectEvent, useId, useRef } from 'react';
import { lightIndexFor } from '~/platform/connection/light-image.ts';
import { loadImage } from '~/platform/connection/light-picture.tsx';
import { call } from '~/platform/lib/call.ts';
import { useLessData } from '~/platform/lib/less-data.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { warningWords } from './warning-words.ts';
import './scrim.css';

interface ScrimProps {
  /** The post with its blurred images. */
  photo: Photo;
  /** The sharp image on the screen, once the viewer chose to see it. */
  sharp: Image | undefined;
  onShow: (images: Photo['images']) => void;
  /** On the post's own page, which links to the setting. */
  isPage?: boolean;
  style?: CSSProperties;
}

/** Covers a blurred photo with its content warning, until the viewer chooses to see the photo. */
export function Scrim({ photo: { id, title, warning }, sharp, onShow, isPage = false, style }: ScrimProps) {
  const root = useRef<HTMLDivElement>(null);
  const textId = useId();
  const show = useAction(async () => {
    const { data } = await call(readPhoto, { params: { id }, query: { sharp: 'true' } });
    // The link or button that opens the photo.
    const opener = root.current?.parentElement?.querySelector<HTMLElement>('.wall-frame, .viewer-open, .describe-photo > button');
    if (!isPage) shownHere().set(id, data.images);
    onShow(data.images);
    opener?.focus({ preventScroll: true });
  }, words.showFailed);
  const showAgain = useEffectEvent(() => {
    const images = shownHere().get(id);
    if (images && !isPage) onShow(images);
  });
  useEffect(() => showAgain(), []);
  useLoading(sharp);
  if (warning === null) return null;
  return (
    <>
      {!sharp && (
        <div ref={root} className="scrim" style={style} data-page={isPage || undefined}>
          <div id={textId} className="scrim-words">
            <EyeOff size={24} strokeWidth={1.6} aria-hidden="true" />
            <b dir="auto">{warningWords(warning.reason)}</b>
            <span className="scrim-origin">{warning.by === 'author' ? words.byAuthor : words.byOrganisers}</span>
          </div>
          <button type="button" className="scrim-show" aria-busy={show.busy} aria-describedby={textId} onClick={() => void show.run()}>
            {show.busy ? words.showing : words.show}
          </button>
          {isPage && (
            <Link to="/settings" hash="sensitive-photos" className="scrim-settings">
              {words.alwaysShow}
            </Link>
          )}
        </div>
      )}
      <span role="status" className="sr-only">
        {sharp && words.shown({ alt: sharp.alt || title })}
      </span>
    </>
  );
}

/** In data-saver mode, *Show* also loads the image. */
function useLoading(sharp: Image | undefined): void {
  const savesData = useLessData();
  useEffect(() => {
    if (sharp && savesData) loadImage(sharp.id, { index: lightIndexFor(sharp, '100vw'), isAvif: sharp.srcset.avif !== undefined });
  }, [sharp, savesData]);
}

const shown = { page: '', images: new Map<string, Photo['images']>() };

/** Photos of this page's walls that the viewer chose to see, kept because a wall unmounts the rows outside the window. */
function shownHere(): Map<string, Photo['images']> {
  if (shown.page !== location.pathname) {
    shown.page = location.pathname;
    shown.images.clear();
  }
  return shown.images;
}
