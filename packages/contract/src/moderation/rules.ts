import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, id, message, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

/** Community rule. Its text never changes, and it is kept when retired. */
export const rule = z.object({ id, title: z.string(), body: z.string() });
export type Rule = z.infer<typeof rule>;

const rules = z.object({
  version: z.number().int(),
  /** Null if there never were rules. */
  changed_at: dated.nullable(),
  /** In display order. Reports that cite an `is_urgent` rule are first in the queue. */
  rules: z.array(rule.extend({ is_urgent: z.boolean() })),
});
export type Rules = z.infer<typeof rules>;

/** Version that the member read. */
export const rulesVersion = z
  .int(because('notWholeNumber', { field: 'version' }))
  .min(0, because('numberTooSmall', { field: 'version', least: 0 }))
  .max(1_000_000_000, because('numberTooLarge', { field: 'version' }));

export const listRules = endpoint('listRules', {
  method: 'GET',
  path: '/rules',
  access: 'open',
  summary: 'List the community’s rules in order, and their version. 0 if there never were rules.',
  shape: { answer: z.object({ data: rules }) },
});

export const acceptRules = endpoint('acceptRules', {
  method: 'PUT',
  path: '/me/rules',
  access: 'verified',
  takes: 'json',
  summary: 'Accept the rules. `version` is the one that the member read; an outdated one is refused.',
  refuses: ['conflict'],
  shape: { body: z.object({ version: rulesVersion }), answer: message },
});

export const setRules = endpoint('setRules', {
  method: 'PUT',
  path: '/admin/rules',
  access: 'admin',
  takes: 'json',
  jsonBytes: limits.forumJsonBytes,
  summary:
    'Replace all rules. `version` is the one that the edit is based on; an outdated one is refused. A changed text makes a new rule.',
  refuses: ['conflict'],
  shape: {
    body: z.object({
      version: rulesVersion,
      /** Requires all members to accept the rules again. */
      ask_again: z.boolean(because('settingNotYesOrNo', { field: 'ask_again' })).default(false),
      rules: z
        .array(
          z.object({
            /** Id of an existing rule. Omitted for a new one. */
            id: id.optional(),
            title: text({ label: 'title', min: 1, max: limits.ruleTitle, isName: true }),
            body: text({ label: 'text', max: limits.ruleBody, lines: true }).default(''),
            is_urgent: z.boolean().default(false),
          }),
        )
        .max(limits.rules, because('tooManyRules', { most: limits.rules })),
    }),
    answer: message.extend({ data: rules }),
  },
});
