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
import { OptionalReason, Reason, whyMissing } from './reason.tsx';
import { subjectTitle } from './subject-title.tsx';

export type TogetherOutcome = 'dismissed' | 'removed' | 'warned';

/** A case that a bulk act could not resolve, with a localized reason. */
export interface RefusedCase {
  id: string;
  what: string;
  why: string;
}

const said = {
  dismissed: { title: words.keepTogether, hint: words.keepHint, action: words.keep },
  removed: { title: words.removeTogether, hint: words.removePostHint, action: words.removeButton },
  warned: { title: words.warnTogether, hint: words.warnHint, action: words.warnButton },
} as const;

interface Why {
  note?: string;
  rule_id?: string;
}

/** Sends the cases in batches of the maximum per call. */
async function send(outcome: TogetherOutcome, cases: readonly ReportCase[], { note = '', rule_id }: Why): Promise<RefusedCase[]> {
  const whats = new Map(cases.map(({ id, subject }) => [id, subjectTitle(subject)]));
  const ids = [...whats.keys()];
  const refused: RefusedCase[] = [];
  for (let from = 0; from < ids.length; from += limits.reportsTogether) {
    const report_ids = ids.slice(from, from + limits.reportsTogether);
    const { data } = await call(resolveTogether, { body: { report_ids, outcome, note: note.trim(), ...(rule_id && { rule_id }) } });
    for (const { id, refusal } of data) {
      if (refusal === null) continue;
      const { reason, message, params } = refusal;
      const { message: why = message } = await translateRefusalBody({ reason, message, ...(params && { params }) });
      refused.push({ id, what: whats.get(id) ?? '', why });
    }
  }
  return refused;
}

interface TogetherDialogProps {
  outcome: TogetherOutcome;
  cases: readonly ReportCase[];
  onClose: () => void;
  onDone: (refused: readonly RefusedCase[]) => void;
}

/** Asks for a reason and resolves all selected cases. Reports failures one by one. */
export function TogetherDialog({ outcome, cases, onClose, onDone }: TogetherDialogProps) {
  const client = useQueryClient();
  const { title, hint, action } = said[outcome];
  const { busy, errors, onSubmit } = useForm<Why>({
    check: (given) => whyMissing(outcome, given),
    send: async (given) => {
      const refused = await send(outcome, cases, given);
      const count = cases.length - refused.length;
      if (count > 0) toast.success(words.resolvedTogether({ count }));
      onClose();
      onDone(refused);
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
