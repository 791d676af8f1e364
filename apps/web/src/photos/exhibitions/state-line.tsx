import type { Exhibition, ListedExhibition } from '@mbari/contract/photos/exhibitions';
import * as words from '@mbari/words/exhibitions';
import { date, relative } from '@mbari/words/format';
import { useQueryClient } from '@tanstack/react-query';
import { Archive, CalendarClock, DoorOpen, type LucideIcon, PencilRuler } from 'lucide-react';
import { useEffect, useState } from 'react';
import { exhibitionOutdated } from '~/platform/lib/cache-events/photos.ts';
import { Phrase } from '~/platform/ui/phrase.tsx';

type Times = Pick<ListedExhibition, 'state' | 'opens_at' | 'closes_at'>;

const icons: Record<Times['state'], LucideIcon> = { draft: PencilRuler, coming: CalendarClock, open: DoorOpen, past: Archive };

/** 'Open until Sunday 13 December, 20:00', with an icon. Times are in the viewer's time zone. */
export function StateLine({ exhibition }: { exhibition: Times }) {
  const Icon = icons[exhibition.state];
  return (
    <p className="exhibition-state" data-state={exhibition.state}>
      <Icon size={18} strokeWidth={1.6} aria-hidden="true" />
      {stateWords(exhibition)}
    </p>
  );
}

function stateWords({ state, opens_at, closes_at }: Times): string {
  if (state === 'draft' || opens_at === null) return words.draft;
  if (state === 'coming') return words.opens({ date: dateAndTime(opens_at) });
  if (state === 'past') return words.closed;
  return closes_at === null ? words.open : words.openUntil({ date: dateAndTime(closes_at) });
}

/** 'Sunday 13 December at 20:00'. */
export const dateAndTime = (time: string): string =>
  date(new Date(time), { weekday: 'long', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' });

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
