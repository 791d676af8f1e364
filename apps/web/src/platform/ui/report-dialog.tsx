import type { Rule } from '@mbari/contract/moderation/rules';
import * as limits from '@mbari/contract/platform/limits';
import './report-dialog.css';
import { askRemoval, report, reportReasons } from '@mbari/contract/platform/reports';
import * as words from '@mbari/words/reports';
import { cancel, sending } from '@mbari/words/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { call, CallRefused, errorMessage } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { communityRules } from '~/platform/site/rules-query.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { FieldError, TextArea } from '~/platform/ui/field.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { reasonWords } from './reason-words.ts';

const titles = {
  photo: words.reportPhoto,
  comment: words.reportComment,
  user: words.reportMember,
  forum_post: words.reportPost,
  series: words.reportSeries,
  exhibition: words.reportExhibition,
  challenge: words.reportChallenge,
  feedback: words.reportFeedback,
  message: words.reportMessage,
} as const;

const byRule = 'rule:';
const personShown = 'person_shown';

interface ReportDialogProps {
  subject: { type: keyof typeof titles; id: string };
  /** Messages sent along with a reported message. */
  messageIds?: readonly string[];
  onClose: () => void;
  /** Shown below the reasons. */
  children?: ReactNode;
}

export function ReportDialog({ subject, messageIds = [], onClose, children }: ReportDialogProps) {
  const form = useId();
  const { data: rules, isPending } = useQuery(communityRules);
  const { onSubmit, busy, errors } = useForm({
    check: ({ reason, note = '' }) => ({
      ...(!reason && { reason: [words.chooseReason] }),
      ...(reason === personShown && note.trim() === '' && { note: [words.sayWhy] }),
    }),
    send: async ({ reason, note = '' }) => {
      if (reason === personShown) await call(askRemoval, { params: { id: subject.id }, body: { reason: note.trim() } });
      else await sendReport(subject, messageIds, reason, note.trim());
      toast.success(words.sent);
      onClose();
    },
    onFailure: (error) => ({ form: [firstOf(error) ?? errorMessage(error, words.failed)] }),
  });
  const error = (errors['reason'] ?? errors['form'])?.[0];
  return (
    <Dialog
      title={titles[subject.type]}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" form={form} busy={busy && sending}>
            {words.sendReport}
          </Button>
        </>
      }
    >
      <form id={form} className="grid gap-s4" onSubmit={onSubmit} noValidate>
        <p className="text-ink-quiet">{subject.type === 'user' ? words.aboutMember : words.aboutThing}</p>
        {isPending ? (
          <Spinner />
        ) : (
          <Reasons rules={rules?.rules ?? []} isPhoto={subject.type === 'photo'} wrong={errors['reason'] !== undefined} />
        )}
        {children}
        <TextArea
          label={<Phrase parts={words.note({ quiet: (text) => <span className="font-normal text-ink-meta">{text}</span> })} />}
          name="note"
          rows={2}
          maxLength={limits.reportNote}
          error={errors['note']}
        />
        <div aria-live="polite">{error && <FieldError id="report-error">{error}</FieldError>}</div>
      </form>
    </Dialog>
  );
}

const sendReport = (
  { type, id }: ReportDialogProps['subject'],
  messageIds: readonly string[],
  reason = '',
  note: string,
): Promise<unknown> =>
  call(report, {
    body: {
      subject_type: type,
      subject_id: id,
      ...(reason.startsWith(byRule) ? { rule_id: reason.slice(byRule.length) } : { reason: reason as (typeof reportReasons)[number] }),
      ...(messageIds.length > 0 && { message_ids: [...messageIds] }),
      ...(note !== '' && { note }),
    },
  });

/** Offers the community's rules or, if there are none, general reasons. */
function Reasons({ rules, isPhoto, wrong }: { rules: readonly Rule[]; isPhoto: boolean; wrong: boolean }) {
  const reasons = [...(rules.length > 0 ? (['other'] as const) : reportReasons), ...(isPhoto ? ([personShown] as const) : [])];
  return (
    <fieldset className="report-reasons" aria-describedby={wrong ? 'report-error' : undefined}>
      <legend className="mb-1 text-t15 font-semibold">{words.whatIsWrong}</legend>
      {rules.map(({ id, title }) => (
        <label key={id}>
          <input type="radio" name="reason" value={byRule + id} />
          <span dir="auto">{title}</span>
        </label>
      ))}
      {reasons.map((reason) => (
        <label key={reason}>
          <input type="radio" name="reason" value={reason} />
          {reasonWords[reason]}
        </label>
      ))}
    </fieldset>
  );
}

const firstOf = (error: unknown): string | undefined => (error instanceof CallRefused ? Object.values(error.errors).flat()[0] : undefined);
