import { Button } from '~/ui/button.tsx';
import { ConfirmDialog, Dialog } from '~/ui/dialog.tsx';

interface LeaveDialogProps {
  /** An upload is under way, and would end. */
  sending: boolean;
  /** The browser keeps drafts. */
  keeps: boolean;
  onStay: () => void;
  onKeep: () => void;
  onThrowAway: () => void;
}

/** Before the composer closes over something: it may wait here, or go. */
export function LeaveDialog({ sending, keeps, onStay, onKeep, onThrowAway }: LeaveDialogProps) {
  const upload = sending ? 'The upload stops. ' : '';
  if (!keeps)
    return (
      <ConfirmDialog
        title="Throw this away?"
        question={`${upload}What you chose and wrote here has not been shared yet.`}
        act="Throw away"
        onClose={onStay}
        onConfirm={onThrowAway}
      />
    );
  return (
    <Dialog
      title="Keep this for later?"
      onClose={onStay}
      foot={
        <>
          <Button kind="quiet" onClick={onThrowAway}>
            Throw away
          </Button>
          <Button onClick={onKeep}>Keep draft</Button>
        </>
      }
    >
      <p>{upload}A draft waits in this browser, photos and all, until you share it, throw it away or log out.</p>
    </Dialog>
  );
}
