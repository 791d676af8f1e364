import { type ReportCase, resolveReports } from '@mbari/contract/moderation/cases';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/resolving';
import { sending } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { WarningField } from '~/photos/warnings/warning-field.tsx';
import { contentModerated } from '~/platform/lib/cache-events/moderation.ts';
import { call } from '~/platform/lib/call.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { SelectField } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';
import { OptionalReason, Reason, checkReason } from './reason.tsx';

/** Shares a lazy chunk with the other dialogs. */
export { BulkResolveDialog } from './bulk-resolve-dialog.tsx';

interface ResolveDialogProps {
  act: keyof typeof dialogs;
  report: ReportCase;
  /** Preselected rule. */
  ruleId: string;
  onClose: () => void;
}

const dialogs = {
  keep: { outcome: 'dismissed', title: () => words.keepTitle, hint: words.keepHint, action: words.keep, done: () => words.kept },
  mark: { outcome: 'marked', title: () => words.markTitle, hint: words.markHint, action: words.markButton, done: () => words.marked },
  remove: {
    outcome: 'removed',
    title: () => words.removeTitle,
    hint: words.removeHint,
    action: words.removeButton,
    done: () => words.removed,
  },
  warn: { outcome: 'warned', title: words.warnTitle, hint: words.warnHint, action: words.warnButton, done: words.warned },
  silence: { outcome: 'silenced', title: words.silenceTitle, hint: words.silenceHint, action: words.silenceButton, done: words.silenced },
  suspend: { outcome: 'suspended', title: words.suspendTitle, hint: words.suspendHint, action: words.suspendButton, done: words.suspended },
} as const;

const removeHint = ({ subject }: ReportCase): string => {
  if (subject?.type === 'message') return words.removeMessageHint({ days: limits.evidenceDays });
  return subject?.type === 'topic' ? words.removePostHint : words.removeHint;
};

/** Asks for a reason and performs the act. If another organiser was faster, closes and refreshes the list. */
export function ResolveDialog({ act, report, ruleId, onClose }: ResolveDialogProps) {
  const client = useQueryClient();
  const { outcome, title, hint, action, done } = dialogs[act];
  const [warning, setWarning] = useState('nudity');
  const nameParams = { name: report.subject?.author?.name ?? words.formerMember };
  const close = () => {
    onClose();
    void contentModerated(client);
  };
  const { busy, errors, onSubmit } = useForm<{ note?: string; days?: string; rule_id?: string }>({
    check: (values) => checkReason(outcome, values),
    send: async ({ note = '', days, rule_id }) => {
      await call(resolveReports, {
        params: { id: report.id },
        body: {
          outcome,
          note: note.trim(),
          ...(rule_id && { rule_id }),
          ...(days && { until: inDays(Number(days)) }),
          ...(act === 'mark' && { warning }),
        },
      });
      close();
    },
    done: done(nameParams),
    failed: words.failed,
    onOutdated: close,
  });
  return (
    <FormDialog
      title={title(nameParams)}
      hint={act === 'remove' ? removeHint(report) : hint}
      action={action}
      busy={busy && sending}
      danger={act !== 'keep' && act !== 'mark' && act !== 'warn'}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {act === 'mark' && <WarningField value={warning} disabled={busy} error={errors['warning']} isRequired onChange={setWarning} />}
      {(act === 'silence' || act === 'suspend') && <Duration error={errors['until']} />}
      {act === 'keep' ? <OptionalReason error={errors['note']} /> : <Reason error={errors['note']} ruleId={ruleId} />}
    </FormDialog>
  );
}

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

const Duration = ({ error }: { error: readonly string[] | undefined }) => (
  <SelectField name="days" data-field="until" label={words.howLong} defaultValue="7" error={error}>
    {[1, 3, 7, 30, 90].map((count) => (
      <option key={count} value={count}>
        {words.days({ count })}
      </option>
    ))}
    <option value="">{words.untilEnded}</option>
  </SelectField>
);
