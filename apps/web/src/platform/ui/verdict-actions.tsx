import * as limits from '@mbari/contract/platform/limits';
import { useState } from 'react';
import { useAction } from '~/platform/lib/use-action.ts';
import { isOutdated, useForm } from '~/platform/lib/use-form.ts';
import { Button } from './button.tsx';
import { TextArea } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';

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
  describedBy: string;
  words: VerdictWords;
  send: (verdict: Verdict) => Promise<unknown>;
  /** Called after a decision, here or by another organiser. */
  onDecided: () => Promise<void>;
}

/** Approves or declines a pending item, with a reason for its author. */
export function VerdictActions({ describedBy, words, send, onDecided }: VerdictActionsProps) {
  const [declines, setDeclines] = useState(false);
  const approve = useAction(
    async () => {
      try {
        await send({ verdict: 'approved' });
      } catch (error) {
        if (isOutdated(error)) void onDecided();
        throw error;
      }
      void onDecided();
    },
    words.failed,
    words.approved,
  );
  return (
    <>
      <div className="report-actions">
        <Button aria-describedby={describedBy} busy={approve.busy && words.sending} onClick={() => void approve.run()}>
          {words.approve}
        </Button>
        <Button aria-describedby={describedBy} kind="quiet" onClick={() => setDeclines(true)}>
          {words.decline}
        </Button>
      </div>
      {declines && <DeclineDialog words={words} send={send} onDecided={onDecided} onClose={() => setDeclines(false)} />}
    </>
  );
}

interface DeclineDialogProps extends Omit<VerdictActionsProps, 'describedBy'> {
  onClose: () => void;
}

function DeclineDialog({ words, send, onDecided, onClose }: DeclineDialogProps) {
  const close = () => {
    onClose();
    void onDecided();
  };
  const { onSubmit, busy, errors } = useForm({
    send: async ({ reason = '' }) => {
      await send({ verdict: 'declined', reason: reason.trim() });
      close();
    },
    done: words.declined,
    failed: words.failed,
    onOutdated: close,
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
