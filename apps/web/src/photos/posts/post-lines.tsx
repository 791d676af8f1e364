import type { Image, Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/series';
import { Link } from '@tanstack/react-router';
import { Award } from 'lucide-react';
import { Suspense } from 'react';
import { Awards } from '~/photos/challenges/awards.tsx';
import { PeopleShown } from '~/photos/people-shown/people-shown.tsx';
import { optionalLazy, withoutDelay } from '~/platform/lib/optional-lazy.ts';
import { Phrase } from '~/platform/ui/phrase.tsx';

// Only for authors whom somebody proposes a text.
const AltProposals = optionalLazy(async () => (await import('~/notifications/alt-proposal.tsx')).AltProposals, withoutDelay);

interface PostLinesProps {
  photo: Photo;
  /** The image in the viewer. */
  image: Image | undefined;
  onShow: (index: number) => void;
  /** The series that the post was opened from. */
  inSeries: string | undefined;
}

/** Lines that only some posts have: proposed alternative texts, people shown, awards in challenges, and series. */
export function PostLines({ photo, image, onShow, inSeries }: PostLinesProps) {
  const { alt_proposals: proposals = [], people = [], awards = [], series = [] } = photo;
  return (
    <>
      {proposals.length > 0 && (
        // About the height of the proposals, which prevents a layout shift.
        <Suspense fallback={<div style={{ height: `${proposals.length * 12}em` }} />}>
          <AltProposals photo={photo} proposals={proposals} />
        </Suspense>
      )}
      {people.length > 0 && <PeopleShown {...{ photo, people, image, onShow }} />}
      {awards.length > 0 && (
        <p className="in-series flex items-center gap-s2">
          <Award size={18} strokeWidth={1.6} aria-hidden="true" />
          <Awards awards={awards} />
        </p>
      )}
      {inSeries === undefined && <InSeries series={series} />}
    </>
  );
}

/** 'In Harmattan and 1 more', for a post that was not opened from one of them. */
function InSeries({ series }: { series: NonNullable<Photo['series']> }) {
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
