'use no memo';

import type { Topic } from '@mbari/contract/forum/topics';
import * as words from '@mbari/words/forum-post-pages';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { useCurrentNumber } from './current-number.ts';
import type { PositionRailProps } from './position-rail.tsx';
import { PositionTicks } from './position-ticks.tsx';

interface TopicBarProps {
  topic: Pick<Topic, 'title' | 'category'>;
  rail: PositionRailProps;
}

/** In narrow windows: title, category and position. Opens the rail in a dialog. */
export function TopicBar({ topic: { title, category }, rail }: TopicBarProps) {
  const position = useLazyDialog(async () => (await import('./position-rail.tsx')).PositionDialog);
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
          {title}
        </b>{' '}
        <span className="truncate">
          <CurrentPost rail={rail} /> · <bdi>{category.name}</bdi>
        </span>{' '}
        <i className="sr-only">{words.openPosition}</i>
      </button>
      <CurrentTicks rail={rail} />
      {position.Dialog && <position.Dialog rail={rail} onClose={position.close} />}
    </div>
  );
}

/** In wide windows: appears once the title has scrolled away. */
export const TitleBar = ({ topic: { title, category } }: Pick<TopicBarProps, 'topic'>) => (
  <p className="topic-bar" aria-hidden="true">
    <b className="truncate" dir="auto">
      {title}
    </b>
    <span className="topic-bar-category truncate" dir="auto">
      {category.name}
    </span>
  </p>
);

type RailProps = Pick<TopicBarProps, 'rail'>;

const CurrentPost = ({ rail }: RailProps) => words.postOf({ number: useCurrentNumber(rail.current), last: rail.last });

const CurrentTicks = ({ rail }: RailProps) => <PositionTicks current={useCurrentNumber(rail.current)} last={rail.last} news={rail.news} />;
