import type { Exhibition } from '@mbari/contract/photos/exhibitions';
import * as words from '@mbari/words/exhibitions';
import { relative } from '@mbari/words/format';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { exhibitionOutdated } from '~/platform/lib/cache-events/exhibitions.ts';
import { Phrase } from '~/platform/ui/phrase.tsx';

const minute = 60_000;

/** Counts down to the opening, and opens the page then. */
export function TimeLeft({ exhibition: { id, state, opens_at } }: { exhibition: Exhibition }) {
  const client = useQueryClient();
  const [now, setNow] = useState(Date.now);
  const left = opens_at === null ? 0 : Date.parse(opens_at) - now;
  const isOver = left <= 0;
  useEffect(() => {
    if (state !== 'coming') return undefined;
    if (isOver) exhibitionOutdated(client, id);
    const ticking = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(ticking);
  }, [client, id, state, isOver]);
  if (state !== 'coming') return null;
  return (
    <p className="exhibition-countdown">
      <Phrase parts={words.countdown({ time: timeUntil(left), b: (text) => <b>{text}</b> })} />
    </p>
  );
}

/** 'in 6 days'; in the last day 'in 5 hours', in the last hour 'in 12 minutes'. */
export function timeUntil(left: number): string {
  const minutes = Math.max(1, Math.ceil(left / minute));
  if (minutes < 60) return relative(minutes, 'minute');
  return minutes < 24 * 60 ? relative(Math.round(minutes / 60), 'hour') : relative(Math.round(minutes / (24 * 60)), 'day');
}
