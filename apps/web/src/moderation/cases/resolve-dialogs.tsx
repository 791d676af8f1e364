import * as limits from '@mbari/contract/limits';
import { resolveReports } from '@mbari/contract/moderation';
import type { ReportCase } from '@mbari/contract/shapes/moderation';
import * as words from '@mbari/words/resolving';
import { sending } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { contentModerated } from '~/platform/lib/cache-events/moderation.ts';
import { call, CallRefused, wordsOf } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { SelectField, TextArea } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { Reason, whyMissing } from './reason.tsx';

/** All that asks why is loaded together. */
export { TogetherDialog } from './together-dialog.tsx';

interface ResolveDialogProps {
  report: ReportCase;
  /** The rule that is cited, unless another is chosen. */
  ruleId: string;
  onClose: () => void;
}

type Outcome = 'dismissed' | 'removed' | 'warned' | 'silenced' | 'suspended';

/** Sends what was decided. Where another organiser was faster, that is said, and the list is read anew. */
function useResolve({ report, onClose }: ResolveDialogProps, outcome: Outcome, done: string) {
  const client = useQueryClient();
  return useForm<{ note?: string; days?: string; rule_id?: string }>({
    check: (given) => whyMissing(outcome, given),
    send: async ({ note = '', days, rule_id }) => {
      await call(resolveReports, {
        params: { id: report.id },
        body: { outcome, note: note.trim(), ...(rule_id && { rule_id }), ...(days && { until: inDays(Number(days)) }) },
      });
      toast.success(done);
      onClose();
      await contentModerated(client);
    },
    onFailure: (error) => {
      toast.error(wordsOf(error, words.failed));
      if (!(error instanceof CallRefused) || (error.status !== 409 && error.status !== 404)) return;
      onClose();
      void contentModerated(client);
    },
  });
}

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

const dialogs = { keep: KeepDialog, remove: RemoveDialog, warn: WarnDialog, silence: SilenceDialog, suspend: SuspendDialog } as const;

/** Asks why, and does it. */
export function ResolveDialog({ act, ...props }: ResolveDialogProps & { act: keyof typeof dialogs }) {
  const Asking = dialogs[act];
  return <Asking {...props} />;
}

function KeepDialog(props: ResolveDialogProps) {
  const { busy, errors, onSubmit } = useResolve(props, 'dismissed', words.kept);
  return (
    <FormDialog
      title={words.keepTitle}
      hint={words.keepHint}
      action={words.keep}
      busy={busy && sending}
      onSubmit={onSubmit}
      onClose={props.onClose}
    >
      <TextArea
        name="note"
        label={<Phrase parts={words.keepNote({ quiet: (text) => <span className="font-normal text-ink-meta">{text}</span> })} />}
        rows={2}
        maxLength={limits.moderationReason}
        error={errors['note']}
      />
    </FormDialog>
  );
}

function RemoveDialog(props: ResolveDialogProps) {
  const { busy, errors, onSubmit } = useResolve(props, 'removed', words.removed);
  return (
    <FormDialog
      title={words.removeTitle}
      hint={props.report.subject?.type === 'topic' ? words.removePostHint : words.removeHint}
      action={words.removeButton}
      busy={busy && sending}
      danger
      onSubmit={onSubmit}
      onClose={props.onClose}
    >
      <Reason error={errors['note']} ruleId={props.ruleId} />
    </FormDialog>
  );
}

function SuspendDialog(props: ResolveDialogProps) {
  const name = props.report.subject?.author?.name ?? words.formerMember;
  const { busy, errors, onSubmit } = useResolve(props, 'suspended', words.suspended({ name }));
  return (
    <FormDialog
      title={words.suspendTitle({ name })}
      hint={words.suspendHint}
      action={words.suspendButton}
      busy={busy && sending}
      danger
      onSubmit={onSubmit}
      onClose={props.onClose}
    >
      <HowLong error={errors['until']} />
      <Reason error={errors['note']} ruleId={props.ruleId} />
    </FormDialog>
  );
}

function WarnDialog(props: ResolveDialogProps) {
  const name = props.report.subject?.author?.name ?? words.formerMember;
  const { busy, errors, onSubmit } = useResolve(props, 'warned', words.warned({ name }));
  return (
    <FormDialog
      title={words.warnTitle({ name })}
      hint={words.warnHint}
      action={words.warnButton}
      busy={busy && sending}
      onSubmit={onSubmit}
      onClose={props.onClose}
    >
      <Reason error={errors['note']} ruleId={props.ruleId} />
    </FormDialog>
  );
}

function SilenceDialog(props: ResolveDialogProps) {
  const name = props.report.subject?.author?.name ?? words.formerMember;
  const { busy, errors, onSubmit } = useResolve(props, 'silenced', words.silenced({ name }));
  return (
    <FormDialog
      title={words.silenceTitle({ name })}
      hint={words.silenceHint}
      action={words.silenceButton}
      busy={busy && sending}
      danger
      onSubmit={onSubmit}
      onClose={props.onClose}
    >
      <HowLong error={errors['until']} />
      <Reason error={errors['note']} ruleId={props.ruleId} />
    </FormDialog>
  );
}

const HowLong = ({ error }: { error: readonly string[] | undefined }) => (
  <SelectField name="days" data-field="until" label={words.howLong} defaultValue="7" error={error}>
    {[1, 3, 7, 30, 90].map((count) => (
      <option key={count} value={count}>
        {words.days({ count })}
      </option>
    ))}
    <option value="">{words.untilEnded}</option>
  </SelectField>
);
