import { Button } from '~/ui/button.tsx';
import { ConfirmDialog, Dialog } from '~/ui/dialog.tsx';

interface LeaveDialogProps {
  /** An upload is running, and would be stopped. */
  sending: boolean;
  /** The browser can store a draft. */
  storable: boolean;
  onStay: () => void;
  onLeave: (keep: boolean) => void;
}

/** Asked before the composer closes over an unshared post. */
export function LeaveDialog({ sending, storable, onStay, onLeave }: LeaveDialogProps) {
  const upload = sending ? 'The upload stops. ' : '';
  if (!storable)
    return (
      <ConfirmDialog
        title="Throw this away?"
        question={`${upload}What you chose and wrote here has not been shared yet.`}
        action="Throw away"
        onClose={onStay}
        onConfirm={() => onLeave(false)}
      />
    );
  return (
    <Dialog
      title="Keep this for later?"
      onClose={onStay}
      footer={
        <>
          <Button kind="quiet" onClick={() => onLeave(false)}>
            Throw away
          </Button>
          <Button onClick={() => onLeave(true)}>Keep draft</Button>
        </>
      }
    >
      <p>{upload}A draft waits in this browser, photos and all, until you share it, throw it away or log out.</p>
    </Dialog>
  );
}
