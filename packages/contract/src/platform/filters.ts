import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { because, dated, message, text } from './fields.ts';
import * as limits from './limits.ts';

export const filterActions = ['refuse', 'review', 'report'] as const;

const entry = z.object({
  /** Word, phrase, or host including its subdomains. */
  text: text({ label: 'text', min: 1, max: limits.filterText }),
  /** `refuse`: refuses the text. `review`: holds it for approval. `report`: posts it and files a report. */
  action: z.enum(filterActions),
});

const filters = z.object({
  /** Sent back with a change. The server refuses an outdated version. */
  version: z.number().int(),
  entries: z.array(entry),
  /** Days for which an account counts as new, with a third of the limits. 0 disables it. */
  new_account_days: z.number().int(),
  /** Number of a member's first contributions that need approval. */
  review_first: z.number().int(),
  /** Texts need approval once this many new accounts posted the same link within a day. 0 disables the rule. */
  same_link_accounts: z.number().int(),
  changed_at: dated,
});
export type Filters = z.output<typeof filters>;

const whole = (field: string, least: number, most: number) =>
  z
    .int(because('notWholeNumber', { field }))
    .min(least, because('numberTooSmall', { field, least }))
    .max(most, because('numberTooLarge', { field }));

export const readFilters = endpoint('readFilters', {
  method: 'GET',
  path: '/admin/filters',
  access: 'admin',
  scope: 'admin:read',
  summary: 'Read the word filter, the approval settings, and the days for which an account counts as new.',
  shape: { answer: z.object({ data: filters }) },
});

export const changeFilters = endpoint('changeFilters', {
  method: 'PUT',
  path: '/admin/filters',
  access: 'admin',
  takes: 'json',
  jsonBytes: limits.forumJsonBytes,
  summary:
    'Replace the word filter and its settings. Takes effect on every node within a second. An outdated version is refused with the stored settings.',
  refuses: ['conflict'],
  shape: {
    body: z.object({
      version: whole('version', 1, 1_000_000_000),
      entries: z.array(entry).max(limits.filterEntries, because('tooManyFilters', { most: limits.filterEntries })),
      new_account_days: whole('days', 0, limits.newAccountDays),
      review_first: whole('contributions', 0, limits.reviewFirst),
      same_link_accounts: whole('accounts', 0, limits.sameLinkAccounts),
    }),
    answer: message.extend({ data: filters }),
  },
});
