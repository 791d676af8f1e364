import * as limits from '@mbari/contract/limits';
import { type ReportReason, reportReasons } from '@mbari/contract/report-reasons';
import { report } from '@mbari/contract/reports';
import { type FormEvent, useState } from 'react';
import { call, CallRefused, wordsOf } from '~/lib/call.ts';
import { toast } from '~/lib/toast.ts';
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

interface ReportDialogProps {
  subject: { type: 'photo' | 'comment' | 'user'; id: string };
  onClose: () => void;
}

/** Tells the organisers, and nobody else, what is wrong with something. */
export function ReportDialog({ subject, onClose }: ReportDialogProps) {
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [note, setNote] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (busy) return;
    if (reason === null) {
      setWrong('Choose one of the reasons listed.');
      return;
    }
    setBusy(true);
    setWrong(null);
    try {
      await call(report, {
        body: { subject_type: subject.type, subject_id: subject.id, reason, ...(note.trim() !== '' && { note: note.trim() }) },
      });
      toast.success('Thank you. The organisers will look at it.');
      onClose();
    } catch (error) {
      setBusy(false);
      const texts = error instanceof CallRefused ? Object.values(error.errors).flat() : [];
      setWrong(texts[0] ?? wordsOf(error, 'The report could not be sent. Please try again.'));
    }
  };
  return (
    <Dialog
      title={`Report this ${subject.type === 'user' ? 'member' : subject.type}`}
      onClose={onClose}
      foot={
        <>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={busy && 'Sending...'} onClick={() => void send()}>
            Send report
          </Button>
        </>
      }
    >
      <form className="grid gap-s4" onSubmit={(event) => void send(event)} noValidate>
        <p className="text-ink-quiet">
          {subject.type === 'user'
            ? 'The organisers will look into it. The member is not told who reported them.'
            : 'The organisers will look at it. Whoever made it is not told who reported it.'}
        </p>
        <fieldset className="report-reasons">
          <legend className="mb-1 text-t15 font-semibold">What is wrong?</legend>
          {reportReasons.map((one) => (
            <label key={one}>
              <input type="radio" name="reason" value={one} checked={reason === one} onChange={() => setReason(one)} />
              {words[one]}
            </label>
          ))}
        </fieldset>
        <TextArea
          label={
            <>
              Anything else<span className="font-normal text-ink-meta">, if you like</span>
            </>
          }
          name="note"
          rows={2}
          maxLength={limits.reportNote}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <div aria-live="polite">{wrong !== null && <FieldError>{wrong}</FieldError>}</div>
      </form>
    </Dialog>
  );
}
