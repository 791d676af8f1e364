import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useKeys } from '~/lib/use-keys.ts';
import type { Neighbours } from './use-neighbours.ts';

/** The post's position in the list it was opened from, and links to the neighbours. They replace the page: going back leads to the list. */
export function Pager({ neighbours: { from, previous, next, position, total } }: { neighbours: Neighbours }) {
  const navigate = useNavigate();
  const go = (id: string) => void navigate({ ...linkTo(id), state: { from } });
  useKeys({ j: next && (() => go(next.id)), k: previous && (() => go(previous.id)) });
  return (
    <nav aria-label="Photos" className="post-pager">
      <Step to={previous?.id} label="Previous photo" from={from} />
      <p aria-live="polite">
        {position} of {total}
        {' in '}
        <b>{from.name}</b>
      </p>
      <Step to={next?.id} label="Next photo" from={from} />
    </nav>
  );
}

const linkTo = (id: string) => ({ to: '/post/$id', params: { id }, replace: true }) as const;

function Step({ to, label, from }: { to: string | undefined; label: 'Previous photo' | 'Next photo'; from: Neighbours['from'] }) {
  const Icon = label === 'Next photo' ? ArrowRight : ArrowLeft;
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
