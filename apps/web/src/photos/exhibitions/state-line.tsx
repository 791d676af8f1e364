import type { ListedExhibition } from '@mbari/contract/photos/exhibitions';
import * as words from '@mbari/words/exhibitions';
import { date } from '@mbari/words/format';
import { Archive, CalendarClock, DoorOpen, type LucideIcon, PencilRuler } from 'lucide-react';

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
