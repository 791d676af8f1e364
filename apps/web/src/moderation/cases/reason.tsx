import * as limits from '@mbari/contract/limits';
import * as words from '@mbari/words/resolving';
import type { FieldErrors } from '~/platform/lib/use-form.ts';
import { TextArea } from '~/platform/ui/field.tsx';
import { RuleField } from './rule-field.tsx';

/** Nothing happens to anybody without a rule or a word. */
export const whyMissing = (outcome: string, { note = '', rule_id }: { note?: string; rule_id?: string }): FieldErrors =>
  outcome !== 'dismissed' && note.trim() === '' && !rule_id ? { note: [words.reasonNeeded] } : {};

/** A rule, where the community has any, some words, or both. */
export function Reason({ error, ruleId = '' }: { error: readonly string[] | undefined; ruleId?: string }) {
  return (
    <>
      <RuleField name="rule_id" label={words.rule} defaultValue={ruleId} />
      <TextArea name="note" label={words.reason} hint={words.reasonHint} rows={3} maxLength={limits.moderationReason} error={error} />
    </>
  );
}
