import * as limits from '@mbari/contract/limits';
import { useState, useTransition } from 'react';
import { CallRefused, wordsOf } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { Button } from '~/platform/ui/button.tsx';
import { TextArea } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';

type Verdict = { verdict: 'approved' } | { verdict: 'declined'; reason: string };

interface VerdictWords {
  approve: string;
  decline: string;
  declineTitle: string;
  declineHint: string;
  declineButton: string;
  reason: string;
  reasonHint: string;
  sending: string;
  failed: string;
  approved: string;
  declined: string;
}

interface VerdictActionsProps {
  /** The id of what names the card. */
  describedBy: string;
  words: VerdictWords;
  send: (verdict: Verdict) => Promise<unknown>;
  /** It was decided, here or by another organiser. */
  onDecided: () => Promise<void>;
}

/** Approves what waits for an organiser, or declines it, with a reason for whose it is. */
export function VerdictActions({ describedBy, words, send, onDecided }: VerdictActionsProps) {
  const [busy, start] = useTransition();
  const [declines, setDeclines] = useState(false);
  const tell = (error: unknown) => {
    toast.error(wordsOf(error, words.failed));
    if (isOver(error)) void onDecided();
  };
  const approve = () =>
    start(async () => {
      try {
        await send({ verdict: 'approved' });
        toast.success(words.approved);
        await onDecided();
      } catch (error) {
        tell(error);
      }
    });
  return (
    <>
      <div className="report-actions">
        <Button aria-describedby={describedBy} busy={busy && words.sending} onClick={approve}>
          {words.approve}
        </Button>
        <Button aria-describedby={describedBy} kind="quiet" onClick={() => setDeclines(true)}>
          {words.decline}
        </Button>
      </div>
      {declines && <DeclineDialog words={words} send={send} onDecided={onDecided} onFailure={tell} onClose={() => setDeclines(false)} />}
    </>
  );
}

/** Another organiser was faster, or it is there no more. */
const isOver = (error: unknown): boolean => error instanceof CallRefused && (error.status === 409 || error.status === 404);

interface DeclineDialogProps extends Omit<VerdictActionsProps, 'describedBy'> {
  onFailure: (error: unknown) => void;
  onClose: () => void;
}

function DeclineDialog({ words, send, onDecided, onFailure, onClose }: DeclineDialogProps) {
  const { onSubmit, busy, errors } = useForm({
    send: async ({ reason = '' }) => {
      await send({ verdict: 'declined', reason: reason.trim() });
      toast.success(words.declined);
      onClose();
      await onDecided();
    },
    onFailure: (error) => {
      onFailure(error);
      if (isOver(error)) onClose();
    },
  });
  return (
    <FormDialog
      title={words.declineTitle}
      hint={words.declineHint}
      action={words.declineButton}
      busy={busy && words.sending}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextArea
        name="reason"
        rows={3}
        label={words.reason}
        hint={words.reasonHint}
        maxLength={limits.moderationReason}
        error={errors['reason']}
      />
    </FormDialog>
  );
}
