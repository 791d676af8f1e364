import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/resolving';
import type { FieldErrors } from '~/platform/lib/use-form.ts';
import { TextArea } from '~/platform/ui/field.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { RuleField } from './rule-field.tsx';

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
