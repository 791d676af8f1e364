import type { Poll } from '@mbari/contract/forum/polls';
import * as words from '@mbari/words/forum-polls';
import { Check } from 'lucide-react';

/** With multiple choices, percentages are of voters and may exceed 100 in total. */
export function PollResults({ poll: { choices, several, voters_count, mine } }: { poll: Poll }) {
  const total = several ? voters_count : choices.reduce((sum, { votes_count }) => sum + (votes_count ?? 0), 0);
  return (
    <ol className="poll-results">
      {choices.map(({ id, text, votes_count }) => {
        const count = votes_count ?? 0;
        const share = total === 0 ? 0 : count / total;
        const isMine = mine.includes(id);
        return (
          <li key={id} className="poll-result" data-mine={isMine || undefined}>
            <span className="poll-result-text" dir="auto">
              {text}
              {isMine && (
                <>
                  {' '}
                  <Check size={18} strokeWidth={2} aria-hidden="true" className="poll-mine" />
                  <span className="sr-only">({words.yourChoice})</span>
                </>
              )}
            </span>
            <span className="poll-result-count">
              {words.percent({ share })} <span className="text-ink-meta">{words.votes({ count })}</span>
            </span>
            <span className="poll-bar" aria-hidden="true">
              <span style={{ inlineSize: `${share * 100}%` }} />
            </span>
          </li>
        );
      })}
    </ol>
  );
}

interface TimeLeft {
  value: number;
  unit: 'minute' | 'hour' | 'day';
}

const minute = 60_000;
const hour = 60 * minute;

/** Returns the remaining minutes, hours or, from 36 hours, days; undefined below one minute. */
export function timeLeft(iso: string, now = Date.now()): TimeLeft | undefined {
  const remainingMs = new Date(iso).getTime() - now;
  if (remainingMs < minute) return undefined;
  if (remainingMs < hour) return { value: Math.round(remainingMs / minute), unit: 'minute' };
  if (remainingMs < 36 * hour) return { value: Math.round(remainingMs / hour), unit: 'hour' };
  return { value: Math.round(remainingMs / (24 * hour)), unit: 'day' };
}
