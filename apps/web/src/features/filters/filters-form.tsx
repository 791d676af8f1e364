import { changeFilters } from '@mbari/contract/filters';
import * as limits from '@mbari/contract/limits';
import type { Filters } from '@mbari/contract/shapes/filters';
import * as words from '@mbari/words/filters';
import { saveChanges, saving } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, CallRefused, wordsOf } from '~/lib/call.ts';
import { filtersKey } from '~/lib/query-keys.ts';
import { toast } from '~/lib/toast.ts';
import { type FieldErrors, useForm } from '~/lib/use-form.ts';
import { Button } from '~/ui/button.tsx';
import { TextArea, TextField } from '~/ui/field.tsx';
import { entriesIn, errorsByList, linesOf } from './entries-in.ts';

interface Written {
  refuse: string;
  review: string;
  report: string;
  new_account_days: string;
  review_first: string;
  same_link_accounts: string;
}

/** The lists and the numbers, saved together. Where another admin was faster, nothing is lost: it says so, and can be saved again. */
export function FiltersForm({ filters }: { filters: Filters }) {
  const client = useQueryClient();
  const sent = useRef<Filters['entries']>([]);
  const form = useForm<Written>({
    start: {
      refuse: linesOf(filters.entries, 'refuse'),
      review: linesOf(filters.entries, 'review'),
      report: linesOf(filters.entries, 'report'),
      new_account_days: String(filters.new_account_days),
      review_first: String(filters.review_first),
      same_link_accounts: String(filters.same_link_accounts),
    },
    check: whatIsWrong,
    send: async (values) => {
      sent.current = entriesIn(values);
      const body = {
        version: filters.version,
        entries: sent.current,
        new_account_days: Number(values.new_account_days),
        review_first: Number(values.review_first),
        same_link_accounts: Number(values.same_link_accounts),
      };
      const { data } = await call(changeFilters, { body });
      client.setQueryData(filtersKey, data);
      toast.success(words.saved);
    },
    errorsOf: (error) => (error instanceof CallRefused ? errorsByList(error.errors, sent.current) : {}),
    onFailure: (error) => {
      toast.error(wordsOf(error, words.saveFailed));
      if (error instanceof CallRefused && error.status === 409) client.setQueryData(filtersKey, error.data);
    },
  });
  const { values, change, errors, busy, onSubmit } = form;
  const field = (name: keyof Written) => ({
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
      <div>
        <Button type="submit" busy={busy && saving}>
          {saveChanges}
        </Button>
      </div>
    </form>
  );
}

function whatIsWrong(values: Written): FieldErrors {
  const entries = entriesIn(values);
  const tooLong = entries.find(({ text }) => [...text].length > limits.filterText);
  return {
    ...(entries.length > limits.filterEntries && { refuse: [words.tooMany({ most: limits.filterEntries })] }),
    ...(tooLong && { [tooLong.action]: [words.tooLong({ word: tooLong.text, most: limits.filterText })] }),
    ...notUpTo(values, 'new_account_days', limits.newAccountDays),
    ...notUpTo(values, 'review_first', limits.reviewFirst),
    ...notUpTo(values, 'same_link_accounts', limits.sameLinkAccounts),
  };
}

function notUpTo(values: Written, field: keyof Written, most: number): FieldErrors {
  const given = values[field].trim();
  return /^\d{1,3}$/.test(given) && Number(given) <= most ? {} : { [field]: [words.notDays({ most })] };
}
