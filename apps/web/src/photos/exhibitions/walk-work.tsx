import type { Image, Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/exhibition-walk';
import { date, number } from '@mbari/words/format';
import { comments } from '@mbari/words/photos';
import { tryAgain } from '@mbari/words/ui';
import { Link } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import { type CSSProperties, type Ref, Suspense, useState } from 'react';
import { LikeButton } from '~/photos/like-button.tsx';
import { Picture } from '~/photos/posts/picture.tsx';
import { LoadImageButton } from '~/platform/connection/load-image-button.tsx';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import { Button } from '~/platform/ui/button.tsx';

const Scrim = optionalLazy(async () => (await import('~/photos/warnings/scrim.tsx')).Scrim);

interface WorkProps {
  photo: Photo;
  /** On the label. */
  ref: Ref<HTMLDivElement>;
  /** The image has loaded, or failed to. */
  onShown: () => void;
  onTap: () => void;
}

/** A work whole, with its label. If its image fails, the label stays. */
export function Work({ photo, ref, onShown, onTap }: WorkProps) {
  const [attempt, setAttempt] = useState(0);
  const [isBroken, setBroken] = useState(false);
  const [[image] = photo.images, setSharp] = useState<Photo['images']>();
  if (image === undefined) return null;
  return (
    <figure className="walk-work" style={{ '--ratio': image.width / image.height } as CSSProperties}>
      <div
        className="walk-photo"
        onLoadCapture={onShown}
        onErrorCapture={() => {
          setBroken(true);
          onShown();
        }}
      >
        {/* Not for keyboards, which have no need to hide the rest. */}
        <span className="walk-surface" aria-hidden="true" onClick={onTap} />
        {isBroken ? (
          <Button
            kind="quiet"
            className="walk-again"
            onClick={() => {
              setBroken(false);
              setAttempt(attempt + 1);
            }}
          >
            {tryAgain}
          </Button>
        ) : (
          <Picture key={`${image.id} ${attempt}`} image={image} sizes={sizesOf(image)} first title={photo.title} />
        )}
        {photo.warning?.is_blurred ? (
          <Suspense>
            <Scrim photo={photo} sharp={image === photo.images[0] ? undefined : image} onShow={setSharp} />
          </Suspense>
        ) : (
          <LoadImageButton image={image} sizes={sizesOf(image)} title={photo.title} />
        )}
      </div>
      <figcaption ref={ref} className="walk-label">
        <Link to="/user/$username" params={{ username: photo.user.username }} className="walk-artist" dir="auto">
          {photo.user.name}
        </Link>
        <h2 dir="auto">{photo.title}</h2>
        <p className="text-ink-quiet">
          {[photo.location_name, date(new Date(photo.created_at), { year: 'numeric' })].filter(Boolean).join(', ')}
        </p>
        {photo.description && <Description text={photo.description} />}
        <span className="walk-counts">
          <LikeButton photo={photo} />
          <Link to="/post/$id" params={{ id: photo.id }} hash="conversation" className="count-button">
            <MessageCircle size={18} strokeWidth={1.6} aria-hidden="true" />
            <span className="sr-only">{comments}</span>
            <span>{number(photo.comments_count)}</span>
          </Link>
        </span>
      </figcaption>
    </figure>
  );
}

/** Roughly the characters of eight lines. */
const folds = 280;

function Description({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(text.length <= folds);
  return (
    <>
      <p className="walk-description" data-folded={!isWhole || undefined} dir="auto">
        {text}
      </p>
      {!isWhole && (
        <button type="button" className="walk-more" onClick={() => setWhole(true)}>
          {words.more}
        </button>
      )}
    </>
  );
}

/** Loads a work's image before it is shown. */
export const Ahead = ({ photo: { images } }: { photo: Photo }) =>
  images[0] && (
    <div hidden>
      <Picture image={images[0]} sizes={sizesOf(images[0])} first title="" />
    </div>
  );

const sizesOf = ({ width, height }: Image): string => `min(100vw, 928px, ${Math.round((706 * width) / height)}px)`;
