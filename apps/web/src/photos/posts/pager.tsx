'use no memo';

import * as words from '@mbari/words/photo-page';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight, type LucideIcon } from 'lucide-react';
import { Phrase } from '~/platform/ui/phrase.tsx';
import type { Neighbours } from './use-neighbours.ts';
import { linkTo } from './use-steps.ts';

/** Position in the list the post was opened from, and links to its neighbours. */
export function Pager({ neighbours: { from, previous, next, position, total }, folded }: { neighbours: Neighbours; folded: boolean }) {
  return (
    <nav aria-label={words.photos} className="post-pager">
      <Step to={previous?.id} label={words.previousPhoto} icon={ArrowLeft} from={from} />
      <p aria-live="polite">
        {folded ? (
          words.positionInTotal({ position, total })
        ) : (
          <Phrase parts={words.inList({ position, total, list: from.name, name: (text) => <b>{text}</b> })} />
        )}
      </p>
      <Step to={next?.id} label={words.nextPhoto} icon={ArrowRight} from={from} />
    </nav>
  );
}

interface StepProps {
  to: string | undefined;
  label: string;
  icon: LucideIcon;
  from: Neighbours['from'];
}

/** Disabled at the end of the list. */
export function Step({ to, label, icon: Icon, from }: StepProps) {
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
