import * as limits from '@mbari/contract/limits';
import * as words from '@mbari/words/moderation';
import { useQuery } from '@tanstack/react-query';
import { communityRules } from '~/features/rules/rules-query.ts';
import type { FieldErrors } from '~/lib/use-form.ts';
import { SelectField, TextArea } from '~/ui/field.tsx';

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

interface RuleFieldProps {
  name: string;
  label: string;
  defaultValue?: string;
  value?: string;
  onChange?: (ruleId: string) => void;
}

/** One of the rules of the community, where there are any. */
export function RuleField({ onChange, ...field }: RuleFieldProps) {
  const { data } = useQuery(communityRules);
  if (!data || data.rules.length === 0) return null;
  return (
    <SelectField {...field} {...(onChange && { onChange: ({ target }) => onChange(target.value) })}>
      <option value="">{words.noRule}</option>
      {data.rules.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </SelectField>
  );
}
