import * as words from '@mbari/words/composer';
import { discard, discardTitle } from '@mbari/words/ui';
import { Button } from '~/platform/ui/button.tsx';
import { ConfirmDialog, Dialog } from '~/platform/ui/dialog.tsx';

interface LeaveDialogProps {
  sending: boolean;
  storable: boolean;
  onStay: () => void;
  onLeave: (keep: boolean) => void;
}

/** Asks before the composer closes with an unshared post. */
export function LeaveDialog({ sending, storable, onStay, onLeave }: LeaveDialogProps) {
  const question = (text: string) => (sending ? `${words.uploadStops} ${text}` : text);
  if (!storable)
    return (
      <ConfirmDialog
        title={discardTitle}
        question={question(words.unshared)}
        action={discard}
        onClose={onStay}
        onConfirm={() => onLeave(false)}
      />
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
      <p>{question(words.keepQuestion)}</p>
    </Dialog>
  );
}
