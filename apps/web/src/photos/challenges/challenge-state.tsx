import type { ListedChallenge } from '@mbari/contract/photos/challenges';
import * as words from '@mbari/words/challenges';
import { CalendarClock, Camera, type LucideIcon, Scale, Trophy, Vote } from 'lucide-react';
import { useEffect, useState } from 'react';
import { dateAndTime, timeUntil } from '~/photos/exhibitions/state-line.tsx';
import { dayOf } from '~/platform/lib/dates.ts';
import { nextStateAt } from './challenge-queries.ts';

type Times = Pick<ListedChallenge, 'state' | 'starts_at' | 'entries_end_at' | 'voting_end_at'>;

const icons: Record<Times['state'], LucideIcon> = {
  announced: CalendarClock,
  running: Camera,
  voting: Vote,
  counting: Scale,
  results: Trophy,
};

/** 'Entries until Sunday 13 December at 20:00', with an icon. Times are in the viewer's time zone. */
export function ChallengeState({ challenge }: { challenge: Times }) {
  const { state, starts_at, entries_end_at, voting_end_at } = challenge;
  const Icon = icons[state];
  const text = {
    announced: words.starts({ date: dateAndTime(starts_at) }),
    running: words.entriesUntil({ date: dateAndTime(entries_end_at) }),
    voting: words.votingUntil({ date: dateAndTime(voting_end_at) }),
    counting: words.counting,
    results: words.finished({ date: dayOf(voting_end_at) }),
  };
  return (
    <p className="exhibition-state" data-state={colours[state]}>
      <Icon size={18} strokeWidth={1.6} aria-hidden="true" />
      {text[state]}
    </p>
  );
}

/** States of exhibitions with the same colours. */
const colours: Record<Times['state'], string> = {
  announced: 'coming',
  running: 'open',
  voting: 'open',
  counting: 'coming',
  results: 'past',
};

/** Returns the members' next step with the time left: 'Enter your photo. Entries end in 3 days.' */
export function ToDo({ challenge }: { challenge: Times }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(ticking);
  }, []);
  const next = nextStateAt(challenge);
  const time = timeUntil(next === null ? 0 : Date.parse(next) - now);
  const text = {
    announced: words.toWait({ time }),
    running: words.toEnter({ time }),
    voting: words.toVote({ time }),
    counting: words.resultsSoon,
    results: '',
  }[challenge.state];
  return text && <p className="text-t15 text-ink-meta">{text}</p>;
}
