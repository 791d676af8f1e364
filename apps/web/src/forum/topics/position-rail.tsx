'use no memo';

import * as words from '@mbari/words/forum-post-pages';
import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react';
import { dayAgo, dayAndMonth } from '~/platform/lib/dates.ts';
import { readingKey } from '~/platform/lib/direction.ts';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { type CurrentNumber, useCurrentNumber } from './current-number.ts';
import { numberAfterKey, numberAt, PositionTicks, shareOf } from './position-ticks.tsx';
import './position-rail.css';

export interface PositionRailProps {
  current: CurrentNumber;
  last: number;
  /** `number`: first new post. `more`: there are more than `count`. */
  news: { number: number; count: number; more: boolean } | null;
  firstAt: string;
  latestAt: string;
  /** Undefined if the post is not loaded. */
  dayOf: (number: number) => string | undefined;
  onJump: (number: number) => void;
}

/** Debounce in milliseconds, so that a held key causes one jump. */
const pause = 250;

export function PositionRail({ current, last, news, firstAt, latestAt, dayOf, onJump }: PositionRailProps) {
  const read = useCurrentNumber(current);
  const { chosen, choose, settle } = useChoice(read, onJump);
  const number = chosen ?? read;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = event.altKey || event.ctrlKey || event.metaKey ? undefined : numberAfterKey(readingKey(event.key), number, last);
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
    settle(next, pause);
  };
  const numberUnder = ({ clientY, currentTarget }: PointerEvent<HTMLElement>): number => {
    const { top, height } = currentTarget.getBoundingClientRect();
    return numberAt((clientY - top) / height, last);
  };
  return (
    <nav className="position-rail" aria-label={words.position}>
      <button type="button" className="position-end" onClick={() => onJump(1)}>
        {words.firstOn({ when: dayAndMonth(firstAt) })}
      </button>
      <div
        role="slider"
        tabIndex={0}
        className="position-track"
        aria-label={words.position}
        aria-orientation="vertical"
        aria-valuemin={1}
        aria-valuemax={last}
        aria-valuenow={number}
        aria-valuetext={words.postOf({ number, last })}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          choose(numberUnder(event));
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && choose(numberUnder(event))}
        onPointerUp={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && settle(numberUnder(event), 0)}
        onPointerCancel={() => choose(null)}
      >
        <PositionTicks current={number} last={last} news={news} />
        <TrackLabels number={number} last={last} news={news} day={dayOf(number)} />
      </div>
      <button type="button" className="position-end" onClick={() => onJump(last)}>
        {words.latestOn({ when: dayAgo(latestAt) })}
      </button>
    </nav>
  );
}

export function PositionDialog({ rail, onClose }: { rail: PositionRailProps; onClose: () => void }) {
  return (
    <Dialog title={words.position} onClose={onClose}>
      <PositionRail
        {...rail}
        onJump={(number) => {
          onClose();
          rail.onJump(number);
        }}
      />
    </Dialog>
  );
}

interface TrackLabelsProps extends Pick<PositionRailProps, 'last' | 'news'> {
  number: number;
  day: string | undefined;
}

function TrackLabels({ number, last, news, day }: TrackLabelsProps) {
  const share = shareOf(number, last);
  return (
    <>
      {news && Math.abs(shareOf(news.number, last) - share) > 0.12 && (
        <span className="position-news" style={{ insetBlockStart: percent(news.number, last) }} aria-hidden="true">
          {words.newCount(news)}
        </span>
      )}
      <span
        className="position-here"
        data-low={share > 0.8 || undefined}
        style={{ insetBlockStart: percent(number, last) }}
        aria-hidden="true"
      >
        <Phrase parts={words.postOfParts({ number, last, post: (text) => <b>{text}</b>, rest: (text) => <span>{text}</span> })} />
        {day !== undefined && <span>{dayAndMonth(day)}</span>}
      </span>
    </>
  );
}

const percent = (number: number, last: number): string => `${(shareOf(number, last) * 100).toFixed(2)}%`;

/** Keeps the number chosen on the rail until the page has jumped. */
function useChoice(current: number, onJump: (number: number) => void) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [settled, setSettled] = useState<{ number: number; after: number } | null>(null);
  useEffect(() => {
    if (settled === null) return;
    const timer = setTimeout(() => {
      onJump(settled.number);
      setSettled(null);
    }, settled.after);
    return () => clearTimeout(timer);
  }, [settled, onJump]);
  // Clears the choice when the jump or scrolling changes the current post.
  const [followed, setFollowed] = useState(current);
  if (followed !== current) {
    setFollowed(current);
    if (settled === null) setChosen(null);
  }
  return {
    chosen,
    choose: setChosen,
    settle: (number: number, after: number) => {
      setChosen(number);
      setSettled({ number, after });
    },
  };
}
