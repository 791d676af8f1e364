import * as limits from '@mbari/contract/platform/limits';
import { noRule } from '@mbari/words/moderation';
import * as words from '@mbari/words/resolving';
import { useQuery } from '@tanstack/react-query';
import type { FieldErrors } from '~/platform/lib/use-form.ts';
import { communityRules } from '~/platform/site/rules-query.ts';
import { SelectField, TextArea } from '~/platform/ui/field.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';

interface ReasonProps {
  error: readonly string[] | undefined;
  ruleId?: string;
}

/** Requires a rule or a reason unless the reports are dismissed. */
export const checkReason = (outcome: string, { note = '', rule_id }: { note?: string; rule_id?: string }): FieldErrors =>
  outcome !== 'dismissed' && note.trim() === '' && !rule_id ? { note: [words.reasonNeeded] } : {};

export const Reason = ({ error, ruleId = '' }: ReasonProps) => (
  <>
    <RuleField name="rule_id" label={words.rule} defaultValue={ruleId} />
    <TextArea name="note" label={words.reason} hint={words.reasonHint} rows={3} maxLength={limits.moderationReason} error={error} />
  </>
);

export const OptionalReason = ({ error }: ReasonProps) => (
  <TextArea
    name="note"
    label={<Phrase parts={words.keepNote({ quiet: (text) => <span className="font-normal text-ink-meta">{text}</span> })} />}
    rows={2}
    maxLength={limits.moderationReason}
    error={error}
  />
);

interface RuleFieldProps {
  name: string;
  label: string;
  defaultValue?: string;
  value?: string;
  onChange?: (ruleId: string) => void;
}

/** Select of rules; empty if there are none. */
export function RuleField({ onChange, ...field }: RuleFieldProps) {
  const { data } = useQuery(communityRules);
  if (!data || data.rules.length === 0) return null;
  return (
    <SelectField {...field} {...(onChange && { onChange: ({ target }) => onChange(target.value) })}>
      <option value="">{noRule}</option>
      {data.rules.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </SelectField>
  );
}
