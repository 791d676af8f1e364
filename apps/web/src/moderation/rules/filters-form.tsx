import { changeFilters, type Filters, readFilters } from '@mbari/contract/platform/filters';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/filters';
import { saveChanges, saving } from '@mbari/words/ui';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { filtersKey } from '~/platform/lib/query-keys.ts';
import { type FieldErrors, useForm } from '~/platform/lib/use-form.ts';
import { type SharedFields, useSharedEdit } from '~/platform/lib/use-shared-edit.ts';
import { Button } from '~/platform/ui/button.tsx';
import { ConflictChoice } from '~/platform/ui/conflict-choice.tsx';
import { TextArea, TextField } from '~/platform/ui/field.tsx';

interface FilterValues {
  refuse: string;
  review: string;
  report: string;
  new_account_days: string;
  review_first: string;
  same_link_accounts: string;
}

const valuesOf = ({ entries, new_account_days, review_first, same_link_accounts }: Filters): FilterValues => ({
  refuse: formatEntries(entries, 'refuse'),
  review: formatEntries(entries, 'review'),
  report: formatEntries(entries, 'report'),
  new_account_days: String(new_account_days),
  review_first: String(review_first),
  same_link_accounts: String(same_link_accounts),
});
const fields: SharedFields<FilterValues> = {
  refuse: { label: words.refuse, text: String },
  review: { label: words.review, text: String },
  report: { label: words.report, text: String },
  new_account_days: { label: words.days, text: String },
  review_first: { label: words.reviewFirst, text: String },
  same_link_accounts: { label: words.sameLink, text: String },
};

/** Refetched on mount, but not during editing. */
export const filtersQuery = queryOptions({
  queryKey: filtersKey,
  queryFn: async ({ signal }) => (await call(readFilters, { signal })).data,
  refetchOnMount: 'always',
  refetchOnWindowFocus: false,
});

export function FiltersForm({ filters }: { filters: Filters }) {
  const client = useQueryClient();
  const sentEntries = useRef<Filters['entries']>([]);
  const shared = useSharedEdit({ read: filters, valuesOf, fields });
  const form = useForm<FilterValues>({
    start: valuesOf(shared.base ?? filters),
    check: validateFilters,
    waits: shared.mustChoose,
    send: async (formValues) => {
      await shared.save(formValues, async (lists, base = filters) => {
        sentEntries.current = parseEntries(lists);
        const body = {
          version: base.version,
          entries: sentEntries.current,
          new_account_days: Number(lists.new_account_days),
          review_first: Number(lists.review_first),
          same_link_accounts: Number(lists.same_link_accounts),
        };
        const { data } = await call(changeFilters, { body });
        client.setQueryData(filtersKey, data);
        return data;
      });
    },
    errorsOf: (error) => (error instanceof CallRefused ? errorsByList(error.errors, sentEntries.current) : {}),
    done: words.saved,
    failed: words.saveFailed,
  });
  const { values, change, errors, busy, onSubmit, submit } = form;
  const field = (name: keyof FilterValues) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [name]: currentTarget.value }),
  });
  return (
    <form className="site-form" noValidate onSubmit={onSubmit}>
      <TextArea label={words.refuse} hint={words.refuseHint} rows={8} spellCheck={false} autoCapitalize="none" {...field('refuse')} />
      <TextArea label={words.review} hint={words.reviewHint} rows={8} spellCheck={false} autoCapitalize="none" {...field('review')} />
      <TextArea label={words.report} hint={words.reportHint} rows={8} spellCheck={false} autoCapitalize="none" {...field('report')} />
      <TextField label={words.days} hint={words.daysHint} inputMode="numeric" autoComplete="off" {...field('new_account_days')} />
      <TextField label={words.reviewFirst} hint={words.reviewFirstHint} inputMode="numeric" autoComplete="off" {...field('review_first')} />
      <TextField label={words.sameLink} hint={words.sameLinkHint} inputMode="numeric" autoComplete="off" {...field('same_link_accounts')} />
      <ConflictChoice {...{ shared, values, change, submit }} />
      <div>
        <Button type="submit" busy={busy && saving}>
          {saveChanges}
        </Button>
      </div>
    </form>
  );
}

function validateFilters(values: FilterValues): FieldErrors {
  const entries = parseEntries(values);
  const tooLong = entries.find(({ text }) => [...text.normalize('NFC')].length > limits.filterText);
  return {
    ...(entries.length > limits.filterEntries && { refuse: [words.tooMany({ most: limits.filterEntries })] }),
    ...(tooLong && { [tooLong.action]: [words.tooLong({ word: tooLong.text, most: limits.filterText })] }),
    ...checkMaximum(values, 'new_account_days', limits.newAccountDays),
    ...checkMaximum(values, 'review_first', limits.reviewFirst),
    ...checkMaximum(values, 'same_link_accounts', limits.sameLinkAccounts),
  };
}

function checkMaximum(values: FilterValues, field: keyof FilterValues, maximum: number): FieldErrors {
  const value = values[field].trim();
  return /^\d{1,3}$/.test(value) && Number(value) <= maximum ? {} : { [field]: [words.notDays({ most: maximum })] };
}

type Entry = Filters['entries'][number];
type Action = Entry['action'];

const actions: readonly Action[] = ['refuse', 'review', 'report'];

/** One entry per line. */
const formatEntries = (entries: readonly Entry[], action: Action): string =>
  entries
    .filter((entry) => entry.action === action)
    .map(({ text }) => text)
    .join('\n');

const parseLines = (lines: string): string[] => [
  ...new Set(
    lines
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** Parses all lists, without blank lines and duplicates. */
const parseEntries = (lists: Record<Action, string>): Entry[] =>
  actions.flatMap((action) => parseLines(lists[action]).map((text) => ({ text, action })));

function errorsByList(errors: Record<string, readonly string[]>, entries: readonly Entry[]): Record<string, string[]> {
  const byList: Record<string, string[]> = {};
  for (const [field, messages] of Object.entries(errors)) {
    const entry = entries[Number(/^entries\.(\d+)\./.exec(field)?.[1] ?? Number.NaN)];
    const list = entry?.action ?? (field === 'entries' ? 'refuse' : field);
    byList[list] = [...(byList[list] ?? []), ...messages.map((message) => (entry ? `${entry.text}: ${message}` : message))];
  }
  return byList;
}
