import * as limits from '@mbari/contract/limits';
import { type ReportReason, reportReasons } from '@mbari/contract/report-reasons';
import { report } from '@mbari/contract/reports';
import * as words from '@mbari/words/reports';
import { cancel } from '@mbari/words/ui';
import { useId } from 'react';
import { call, CallRefused, wordsOf } from '~/lib/call.ts';
import { toast } from '~/lib/toast.ts';
import { useForm } from '~/lib/use-form.ts';
import { Button } from '~/ui/button.tsx';
import { Dialog } from '~/ui/dialog.tsx';
import { FieldError, TextArea } from '~/ui/field.tsx';
import { Phrase } from '~/ui/phrase.tsx';
import { reasonWords } from './reason-words.ts';
import './report-dialog.css';

const titles = {
  photo: words.reportPhoto,
  comment: words.reportComment,
  user: words.reportMember,
  forum_post: words.reportPost,
} as const;

interface ReportDialogProps {
  subject: { type: 'photo' | 'comment' | 'user' | 'forum_post'; id: string };
  onClose: () => void;
}

/** Tells the organisers, and nobody else, what is wrong with something. */
export function ReportDialog({ subject, onClose }: ReportDialogProps) {
  const form = useId();
  const { onSubmit, busy, errors } = useForm({
    check: ({ reason }) => ({ ...(!reason && { reason: [words.chooseReason] }) }),
    send: async ({ reason, note = '' }) => {
      await call(report, {
        body: {
          subject_type: subject.type,
          subject_id: subject.id,
          reason: reason as ReportReason,
          ...(note.trim() !== '' && { note: note.trim() }),
        },
      });
      toast.success(words.sent);
      onClose();
    },
    onFailure: (error) => ({ form: [firstOf(error) ?? wordsOf(error, words.failed)] }),
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
          <Button type="submit" form={form} busy={busy && words.sending}>
            {words.sendReport}
          </Button>
        </>
      }
    >
      <form id={form} className="grid gap-s4" onSubmit={onSubmit} noValidate>
        <p className="text-ink-quiet">{subject.type === 'user' ? words.aboutMember : words.aboutThing}</p>
        <Reasons wrong={errors['reason'] !== undefined} />
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

function Reasons({ wrong }: { wrong: boolean }) {
  return (
    <fieldset className="report-reasons" aria-describedby={wrong ? 'report-error' : undefined}>
      <legend className="mb-1 text-t15 font-semibold">{words.whatIsWrong}</legend>
      {reportReasons.map((reason) => (
        <label key={reason}>
          <input type="radio" name="reason" value={reason} />
          {reasonWords[reason]}
        </label>
      ))}
    </fieldset>
  );
}

/** The first of the errors that the server named. */
const firstOf = (error: unknown): string | undefined => (error instanceof CallRefused ? Object.values(error.errors).flat()[0] : undefined);
