import { type ReportCase, resolveTogether } from '@mbari/contract/moderation/cases';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/resolving';
import { sending } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { contentModerated } from '~/platform/lib/cache-events/moderation.ts';
import { call, translateRefusalBody, errorMessage } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';
import { subjectTitle } from './case-subject.tsx';
import { OptionalReason, Reason, checkReason } from './reason.tsx';

export type BulkOutcome = 'dismissed' | 'removed' | 'warned';

/** A case that a bulk act could not resolve, with a localized reason. */
export interface FailedCase {
  id: string;
  title: string;
  reason: string;
}

const outcomeWords = {
  dismissed: { title: words.keepTogether, hint: words.keepHint, action: words.keep },
  removed: { title: words.removeTogether, hint: words.removePostHint, action: words.removeButton },
  warned: { title: words.warnTogether, hint: words.warnHint, action: words.warnButton },
} as const;

interface ReasonValues {
  note?: string;
  rule_id?: string;
}

/** Sends the cases in batches of the maximum per call. */
async function resolveInBatches(
  outcome: BulkOutcome,
  cases: readonly ReportCase[],
  { note = '', rule_id }: ReasonValues,
): Promise<FailedCase[]> {
  const titles = new Map(cases.map(({ id, subject }) => [id, subjectTitle(subject)]));
  const ids = [...titles.keys()];
  const failures: FailedCase[] = [];
  for (let start = 0; start < ids.length; start += limits.reportsTogether) {
    const report_ids = ids.slice(start, start + limits.reportsTogether);
    const { data } = await call(resolveTogether, { body: { report_ids, outcome, note: note.trim(), ...(rule_id && { rule_id }) } });
    for (const { id, refusal } of data) {
      if (refusal === null) continue;
      const { reason, message, params } = refusal;
      const { message: text = message } = await translateRefusalBody({ reason, message, ...(params && { params }) });
      failures.push({ id, title: titles.get(id) ?? '', reason: text });
    }
  }
  return failures;
}

interface BulkResolveDialogProps {
  outcome: BulkOutcome;
  cases: readonly ReportCase[];
  onClose: () => void;
  onDone: (failures: readonly FailedCase[]) => void;
}

/** Asks for a reason and resolves all selected cases. Reports failures one by one. */
export function BulkResolveDialog({ outcome, cases, onClose, onDone }: BulkResolveDialogProps) {
  const client = useQueryClient();
  const { title, hint, action } = outcomeWords[outcome];
  const { busy, errors, onSubmit } = useForm<ReasonValues>({
    check: (values) => checkReason(outcome, values),
    send: async (values) => {
      const failures = await resolveInBatches(outcome, cases, values);
      const count = cases.length - failures.length;
      if (count > 0) toast.success(words.resolvedTogether({ count }));
      onClose();
      onDone(failures);
      await contentModerated(client);
    },
    onFailure: (error) => {
      toast.error(errorMessage(error, words.failed));
      void contentModerated(client);
    },
  });
  return (
    <FormDialog
      title={title({ count: cases.length })}
      hint={hint}
      action={action}
      busy={busy && sending}
      danger={outcome === 'removed'}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {outcome === 'dismissed' ? <OptionalReason error={errors['note']} /> : <Reason error={errors['note']} />}
    </FormDialog>
  );
}
