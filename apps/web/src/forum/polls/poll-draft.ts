import type { addForumPost } from '@mbari/contract/forum/posts';
import type { BodyOf } from '@mbari/contract/platform/endpoint';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/forum-polls';
import { randomId } from '~/platform/lib/random-id.ts';

export interface PollDraft {
  question: string;
  choices: readonly { id: string; text: string }[];
  several: boolean;
  /** No end, a number of days after posting, or a local time. */
  end: 'none' | 'time' | number;
  /** In `<input type="datetime-local">` format. */
  endTime: string;
}

export const endDays = [1, 3, 7, 14, 30] as const;

const day = 24 * 60 * 60 * 1000;

export const newChoice = (): { id: string; text: string } => ({ id: randomId(), text: '' });

export const emptyPoll = (): PollDraft => ({ question: '', choices: [newChoice(), newChoice()], several: false, end: 3, endTime: '' });

export type NewPoll = NonNullable<BodyOf<typeof addForumPost>['poll']>;

/** Leaves out empty choices. */
export const pollOf = (draft: PollDraft, now = Date.now()): NewPoll => ({
  question: draft.question.trim(),
  choices: writtenChoices(draft).map(({ text }) => text.trim()),
  several: draft.several,
  closes_at: endOf(draft, now)?.toISOString() ?? null,
});

const writtenChoices = ({ choices }: PollDraft) => choices.filter(({ text }) => text.trim() !== '');

function endOf({ end, endTime }: PollDraft, now: number): Date | null {
  if (end === 'none') return null;
  return end === 'time' ? new Date(endTime) : new Date(now + end * day);
}

export interface PollProblems {
  /** Errors by choice id. */
  choices: ReadonlyMap<string, string>;
  /** Error for all choices together. */
  count?: string;
  end?: string;
}

/** Returns errors that the server would report. */
export function problemsOf(draft: PollDraft, now = Date.now()): PollProblems | undefined {
  const choices = new Map<string, string>();
  const seenTexts = new Set<string>();
  for (const { id, text } of writtenChoices(draft)) {
    const normalized = text.trim().normalize('NFC').toLowerCase();
    if (seenTexts.has(normalized)) choices.set(id, words.sameChoice);
    seenTexts.add(normalized);
  }
  const end = problemOfEnd(draft, now);
  const tooFew = writtenChoices(draft).length < limits.pollChoicesMin;
  if (choices.size === 0 && end === undefined && !tooFew) return undefined;
  return { choices, ...(tooFew && { count: words.tooFewChoices({ least: limits.pollChoicesMin }) }), ...(end !== undefined && { end }) };
}

function problemOfEnd(draft: PollDraft, now: number): string | undefined {
  const end = endOf(draft, now)?.getTime();
  if (end === undefined) return undefined;
  if (Number.isNaN(end)) return words.endMissing;
  if (end <= now) return words.endPassed;
  return end - now > limits.pollDays * day ? words.endTooFar : undefined;
}
