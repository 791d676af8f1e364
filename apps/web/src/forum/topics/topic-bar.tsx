'use no memo';

import * as words from '@mbari/words/forum-post-pages';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { useCurrentNumber } from './current-number.ts';
import type { PositionRailProps } from './position-rail.tsx';
import { PositionTicks } from './position-ticks.tsx';

interface TopicBarProps {
  category: { name: string; slug: string };
  rail: PositionRailProps;
  actions?: ReactNode;
}

export function TopicBar({ category, rail, actions }: TopicBarProps) {
  const position = useLazyDialog(async () => (await import('./position-dialog.tsx')).PositionDialog);
  return (
    <div className="topic-bar">
      <Link
        to="/forum/c/$slug"
        params={{ slug: category.slug }}
        className="icon-button"
        aria-label={words.backTo({ category: category.name })}
      >
        <ArrowLeft size={20} strokeWidth={1.6} aria-hidden="true" />
      </Link>
      <button type="button" className="topic-bar-position" aria-haspopup="dialog" onClick={position.open}>
        <b className="truncate" dir="auto">
          {category.name}
        </b>{' '}
        <CurrentPost rail={rail} /> <i className="sr-only">{words.openPosition}</i>
      </button>
      {actions}
      <CurrentTicks rail={rail} />
      {position.Dialog && <position.Dialog rail={rail} onClose={position.close} />}
    </div>
  );
}

type RailProps = Pick<TopicBarProps, 'rail'>;

const CurrentPost = ({ rail }: RailProps) => <span>{words.postOf({ number: useCurrentNumber(rail.current), last: rail.last })}</span>;

const CurrentTicks = ({ rail }: RailProps) => <PositionTicks current={useCurrentNumber(rail.current)} last={rail.last} news={rail.news} />;
