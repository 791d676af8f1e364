import { type Challenge, createChallenge, updateChallenge } from '@mbari/contract/photos/challenges';
import type { Image } from '@mbari/contract/photos/posts';
import { hasVisibleText } from '@mbari/contract/platform/visible-text';
import * as words from '@mbari/words/challenges';
import { timeMissing } from '@mbari/words/composer';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { toInstant } from '~/photos/composer/post-model.ts';
import { challengeChanged } from '~/platform/lib/cache-events/photos.ts';
import { call } from '~/platform/lib/call.ts';
import { localTime } from '~/platform/lib/dates.ts';
import { type FieldErrors, useForm } from '~/platform/lib/use-form.ts';
import { type SharedFields, useSharedEdit } from '~/platform/lib/use-shared-edit.ts';

export interface EditedChallenge extends Pick<Challenge, 'title' | 'body' | 'rules' | 'entries_each' | 'open_to' | 'method'> {
  /** The post, and its first image. */
  cover: { id: string; image: Image | null } | null;
  /** The times are in the format of `datetime-local`. */
  starts_at: string;
  entries_end_at: string;
  voting_end_at: string;
  /** A new challenge may repeat, with further titles, one a line. */
  every: '' | 'week' | 'month';
  titles: string;
}

const valuesOf = (challenge: Challenge): EditedChallenge => {
  const { title, body, rules, cover, cover_id, entries_each, open_to, method } = challenge;
  return {
    ...{ title, body, rules, entries_each, open_to, method, every: '', titles: '' },
    cover: cover_id === null ? null : { id: cover_id, image: cover },
    starts_at: localTime(challenge.starts_at),
    entries_end_at: localTime(challenge.entries_end_at),
    voting_end_at: localTime(challenge.voting_end_at),
  };
};

/** Begins tomorrow morning, with a week for entries and three days for voting. */
function newChallenge(): EditedChallenge {
  const inDays = (days: number, hour: number) => {
    const time = new Date();
    time.setDate(time.getDate() + days);
    time.setHours(hour, 0, 0, 0);
    return localTime(time);
  };
  return {
    ...{ title: '', body: '', rules: '', cover: null, entries_each: 1, open_to: 'everyone', method: 'pairs', every: '', titles: '' },
    starts_at: inDays(1, 8),
    entries_end_at: inDays(8, 20),
    voting_end_at: inDays(11, 20),
  };
}

const fields: SharedFields<EditedChallenge> = {
  title: { label: words.title, text: String },
  body: { label: words.brief, text: String },
  rules: { label: words.rules, text: String },
  cover: { label: words.picture, text: (cover) => cover?.image?.alt || (cover ? words.picture : ''), key: (cover) => cover?.id ?? '' },
  starts_at: { label: words.startsAt, text: String },
  entries_end_at: { label: words.entriesEndAt, text: String },
  voting_end_at: { label: words.votingEndAt, text: String },
  entries_each: { label: words.entriesEach, text: (count) => words.each({ count }) },
  open_to: {
    label: words.openTo,
    text: (members) => ({ everyone: words.openToEveryone, paid: words.openToPaid, older: words.openToOlderMembers })[members],
  },
  method: { label: words.method, text: (method) => (method === 'pairs' ? words.inPairs : words.byPoints) },
  // These two are always empty where there is a stored challenge.
  every: { label: words.repeats, text: String },
  titles: { label: words.furtherTitles, text: String },
};

/** Saves the challenge, and leads to its page. */
export function useEditChallenge(challenge: Challenge | undefined) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isSaved = useRef(false);
  // The challenge as it was when the page opened.
  const [read] = useState(challenge);
  const [empty] = useState(newChallenge);
  const shared = useSharedEdit({ read, valuesOf, fields });
  const { base } = shared;
  const start = useMemo(() => (base ? valuesOf(base) : empty), [base, empty]);
  const form = useForm<EditedChallenge>({
    start,
    check,
    waits: shared.mustChoose,
    send: async (values) => {
      await shared.save(values, async (mine, from) => {
        const { data } = await (from
          ? call(updateChallenge, { params: { id: from.id }, body: { ...changesOf(from, mine), version: from.version } })
          : call(createChallenge, { body: { ...sentOf(mine), ...repeatsOf(mine) } }));
        challengeChanged(client, data);
        isSaved.current = true;
        await navigate({ to: '/challenges/$id/{-$part}', params: { id: data.id, part: undefined }, replace: true });
        return data;
      });
    },
    done: words.saved,
    failed: words.saveFailed,
  });
  return { ...form, shared, mayLeave: () => isSaved.current };
}

function check({ title, starts_at, entries_end_at, voting_end_at, every, titles }: EditedChallenge): FieldErrors {
  const missing = Object.entries({ starts_at, entries_end_at, voting_end_at }).filter(([, time]) => time === '');
  return {
    ...(!hasVisibleText(title) && { title: [words.titleMissing] }),
    ...(entries_end_at <= starts_at && { entries_end_at: [words.entriesTooEarly] }),
    ...(voting_end_at <= entries_end_at && { voting_end_at: [words.votingTooEarly] }),
    ...Object.fromEntries(missing.map(([name]) => [name, [timeMissing]])),
    ...(every !== '' && linesOf(titles).length === 0 && { titles: [words.furtherTitlesMissing] }),
  };
}

const sentOf = ({
  title,
  body,
  rules,
  cover,
  starts_at,
  entries_end_at,
  voting_end_at,
  entries_each,
  open_to,
  method,
}: EditedChallenge) => ({
  ...{ title, body, rules, entries_each, open_to, method },
  cover_id: cover?.id ?? null,
  starts_at: toInstant(starts_at),
  entries_end_at: toInstant(entries_end_at),
  voting_end_at: toInstant(voting_end_at),
});

/** A field that equals the stored one is not sent, so that a time keeps its seconds. */
function changesOf(stored: Challenge, mine: EditedChallenge): Partial<ReturnType<typeof sentOf>> {
  const before: Readonly<Record<string, unknown>> = sentOf(valuesOf(stored));
  return Object.fromEntries(Object.entries(sentOf(mine)).filter(([name, value]) => value !== before[name]));
}

const repeatsOf = ({ every, titles }: EditedChallenge) => (every === '' ? {} : { repeats: { every, titles: linesOf(titles) } });

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
