'use no memo';

import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Dialog } from '~/ui/dialog.tsx';
import { PositionRail, type PositionRailProps, PositionTicks } from './position-rail.tsx';
import * as words from './words.ts';

interface TopicBarProps {
  category: { name: string; slug: string };
  rail: PositionRailProps;
  /** At its end: a menu. */
  actions?: ReactNode;
}

/** On a narrow window: the way back, where in the topic one is, and the rail behind a button. */
export function TopicBar({ category, rail, actions }: TopicBarProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="topic-bar">
      <Link to="/forum/c/$slug" params={{ slug: category.slug }} className="icon-button" aria-label={words.backTo(category.name)}>
        <ArrowLeft size={20} strokeWidth={1.6} aria-hidden="true" />
      </Link>
      <button type="button" className="topic-bar-position" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <b className="truncate" dir="auto">
          {category.name}
        </b>{' '}
        <span>{words.postOf(rail.current, rail.last)}</span> <i className="sr-only">{words.openPosition}</i>
      </button>
      {actions}
      <PositionTicks current={rail.current} last={rail.last} news={rail.news} />
      {isOpen && (
        <Dialog title={words.position} onClose={() => setOpen(false)}>
          <PositionRail
            {...rail}
            onJump={(number) => {
              setOpen(false);
              rail.onJump(number);
            }}
          />
        </Dialog>
      )}
    </div>
  );
}
