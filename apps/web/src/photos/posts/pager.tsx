'use no memo';

import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/photo-page';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight, type LucideIcon } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Phrase } from '~/platform/ui/phrase.tsx';
import type { Neighbours } from './use-neighbours.ts';

/** Position in the list the post was opened from, and links to its neighbours. */
export function Pager({ neighbours: { from, previous, next, position, total }, folded }: { neighbours: Neighbours; folded: boolean }) {
  'use no memo';
  return (
    <nav aria-label={words.photos} className="post-pager" {...(!folded && wayOf({ from, position, total }))}>
      <Step to={previous?.id} label={words.previousPhoto} icon={ArrowLeft} from={from} />
      <p aria-live="polite">
        {folded ? (
          words.positionInTotal({ position, total })
        ) : (
          <Phrase parts={words.inList({ position, total, list: from.name, name: (text) => <ListName from={from} text={text} /> })} />
        )}
      </p>
      <Step to={next?.id} label={words.nextPhoto} icon={ArrowRight} from={from} />
    </nav>
  );
}

/** In a series, the line below the pager shows how far the viewer has read. */
const wayOf = ({ from, position, total }: Pick<Neighbours, 'from' | 'position' | 'total'>) =>
  from.series === undefined ? {} : { 'data-series': true, 'style': { '--way': position / Number(total) } as CSSProperties };

const ListName = ({ from, text }: { from: Neighbours['from']; text: string }) =>
  from.series === undefined ? (
    <b>{text}</b>
  ) : (
    <Link to="/series/$id" params={{ id: from.series }} dir="auto">
      {text}
    </Link>
  );

/** Stands for the pager if the post was opened by its address. */
export const MorePhotosBy = ({ user: { name, username } }: Pick<Photo, 'user'>) => (
  <Link to="/user/$username" params={{ username }} className="post-more">
    <Phrase parts={words.morePhotosBy({ name, member: (text) => <bdi>{text}</bdi> })} />
  </Link>
);

interface StepProps {
  to: string | undefined;
  label: string;
  icon: LucideIcon;
  from: Neighbours['from'];
}

/** Disabled at the end of the list. */
export function Step({ to, label, icon: Icon, from }: StepProps) {
  'use no memo';
  const icon = <Icon size={20} strokeWidth={1.6} aria-hidden="true" />;
  if (to === undefined)
    return (
      <span className="icon-button opacity-35" aria-hidden="true">
        {icon}
      </span>
    );
  return (
    <Link {...linkTo(to)} state={{ from }} className="icon-button" aria-label={label} title={label}>
      {icon}
    </Link>
  );
}

/** Navigates to the previous (-1) or next (1) post, replacing the history entry, so that going back returns to the list. */
export function useSteps(neighbours: Neighbours | null): (by: number) => void {
  const navigate = useNavigate();
  return (by) => {
    const to = by < 0 ? neighbours?.previous : neighbours?.next;
    if (neighbours && to) void navigate({ ...linkTo(to.id), state: { from: neighbours.from } });
  };
}

const linkTo = (id: string) => ({ to: '/post/$id', params: { id }, replace: true }) as const;
