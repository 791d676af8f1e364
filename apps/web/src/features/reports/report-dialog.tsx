import * as limits from '@mbari/contract/limits';
import { type ReportReason, reportReasons } from '@mbari/contract/report-reasons';
import { report } from '@mbari/contract/reports';
import { useId } from 'react';
import { call, CallRefused, wordsOf } from '~/lib/call.ts';
import { toast } from '~/lib/toast.ts';
import { useForm } from '~/lib/use-form.ts';
import { Button } from '~/ui/button.tsx';
import { Dialog } from '~/ui/dialog.tsx';
import { FieldError, TextArea } from '~/ui/field.tsx';
import './report-dialog.css';

const words: Readonly<Record<ReportReason, string>> = {
  spam: 'Spam or a scam',
  harassment: 'Harassment or bullying',
  hate: 'Hate',
  nudity: 'Nudity',
  violence: 'Violence',
  copyright: 'Somebody else’s work',
  other: 'Something else',
};

const titles = {
  photo: 'Report this photo',
  comment: 'Report this comment',
  user: 'Report this member',
  forum_post: 'Report this post',
} as const;

interface ReportDialogProps {
  subject: { type: 'photo' | 'comment' | 'user' | 'forum_post'; id: string };
  onClose: () => void;
}

/** Tells the organisers, and nobody else, what is wrong with something. */
export function ReportDialog({ subject, onClose }: ReportDialogProps) {
  const form = useId();
  const { onSubmit, busy, errors } = useForm({
    check: ({ reason }) => ({ ...(!reason && { reason: ['Choose one of the reasons listed.'] }) }),
    send: async ({ reason, note = '' }) => {
      await call(report, {
        body: {
          subject_type: subject.type,
          subject_id: subject.id,
          reason: reason as ReportReason,
          ...(note.trim() !== '' && { note: note.trim() }),
        },
      });
      toast.success('Thank you. The organisers will look at it.');
      onClose();
    },
    onFailure: (error) => ({ form: [firstOf(error) ?? wordsOf(error, 'The report could not be sent. Please try again.')] }),
  });
  const error = (errors['reason'] ?? errors['form'])?.[0];
  return (
    <Dialog
      title={titles[subject.type]}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} busy={busy && 'Sending...'}>
            Send report
          </Button>
        </>
      }
    >
      <form id={form} className="grid gap-s4" onSubmit={onSubmit} noValidate>
        <p className="text-ink-quiet">
          {subject.type === 'user'
            ? 'The organisers will look into it. The member is not told who reported them.'
            : 'The organisers will look at it. Whoever made it is not told who reported it.'}
        </p>
        <Reasons wrong={errors['reason'] !== undefined} />
        <TextArea
          label={
            <>
              Anything else<span className="font-normal text-ink-meta">, if you like</span>
            </>
          }
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

function Reasons({ wrong }: { wrong: boolean }) {
  return (
    <fieldset className="report-reasons" aria-describedby={wrong ? 'report-error' : undefined}>
      <legend className="mb-1 text-t15 font-semibold">What is wrong?</legend>
      {reportReasons.map((reason) => (
        <label key={reason}>
          <input type="radio" name="reason" value={reason} />
          {words[reason]}
        </label>
      ))}
    </fieldset>
  );
}

/** The first of the errors that the server named. */
const firstOf = (error: unknown): string | undefined => (error instanceof CallRefused ? Object.values(error.errors).flat()[0] : undefined);
