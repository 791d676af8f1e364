import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/series';
import { Link } from '@tanstack/react-router';
import { Phrase } from '~/platform/ui/phrase.tsx';

/** 'In Harmattan and 1 more', for a post that was not opened from one of them. */
export function InSeries({ series }: { series: NonNullable<Photo['series']> }) {
  const [first] = series;
  if (first === undefined) return null;
  return (
    <p className="in-series">
      <Phrase
        parts={words.inSeries({
          title: first.title,
          others: series.length - 1,
          series: (text) => (
            <Link to="/series/$id" params={{ id: first.id }} dir="auto">
              {text}
            </Link>
          ),
        })}
      />
    </p>
  );
}
