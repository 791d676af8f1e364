import * as words from '@mbari/words/composer';
import { discard, discardTitle } from '@mbari/words/ui';
import { Button } from '~/platform/ui/button.tsx';
import { ConfirmDialog, Dialog } from '~/platform/ui/dialog.tsx';

interface LeaveDialogProps {
  storable: boolean;
  onStay: () => void;
  onLeave: (keep: boolean) => void;
}

/** Asks before the composer closes with an unshared post. */
export function LeaveDialog({ storable, onStay, onLeave }: LeaveDialogProps) {
  if (!storable)
    return (
      <ConfirmDialog title={discardTitle} question={words.unshared} action={discard} onClose={onStay} onConfirm={() => onLeave(false)} />
    );
  return (
    <Dialog
      title={words.keepTitle}
      onClose={onStay}
      footer={
        <>
          <Button kind="quiet" onClick={() => onLeave(false)}>
            {discard}
          </Button>
          <Button onClick={() => onLeave(true)}>{words.keepDraft}</Button>
        </>
      }
    >
      <p>{words.keepQuestion}</p>
    </Dialog>
  );
}
