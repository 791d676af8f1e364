import type { SeriesCard } from '@mbari/contract/photos/series';
import { inTitle } from '@mbari/words/muted-words';
import { Link } from '@tanstack/react-router';
import { Picture } from '~/photos/posts/picture.tsx';
import { LoadImageButton } from '~/platform/connection/load-image-button.tsx';
import { UliDrawing } from '~/platform/site/uli-drawing.tsx';
import { Folded } from '~/platform/text/folded.tsx';
import { useFold } from '~/platform/text/use-muted-words.ts';
import { seriesState } from './series-queries.ts';
import './series.css';

const sizes = '(max-width: 700px) 100vw, 420px';

/** A series in a list: its whole cover, title and number of photos. */
export function SeriesCardLink({ card, authorId }: { card: SeriesCard; authorId: string | undefined }) {
  const { id, title, cover, photos_count, is_complete } = card;
  const { folded, show, shownRef } = useFold(authorId, () => title);
  if (folded)
    return (
      <p className="text-ink-quiet">
        <Folded why={inTitle} onShow={show} />
      </p>
    );
  return (
    <Link ref={shownRef} to="/series/$id" params={{ id }} className="series-card">
      <span className="series-card-cover block">
        {cover ? (
          <>
            <Picture image={cover} sizes={sizes} title="" letterboxed />
            <LoadImageButton image={cover} sizes={sizes} title={title} />
          </>
        ) : (
          <UliDrawing name="hanging" className="series-no-photo" />
        )}
      </span>
      <h2 dir="auto">{title}</h2>
      <p className="text-t15 text-ink-meta">{seriesState({ is_complete, count: photos_count })}</p>
    </Link>
  );
}
