import * as words from '@mbari/words/ui';
import { type FormEvent, useId } from 'react';
import { useUnsaved } from '~/platform/lib/use-leave-guard.ts';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { DiscardDialog } from './discard-dialog.tsx';

interface EditDialogProps extends Omit<DialogProps, 'footer'> {
  className?: string;
  busy: boolean;
  unsaved: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** Form with a save button. Discards unsaved input only on confirmation. */
export function EditDialog({ className = 'grid gap-s4', busy, unsaved, onSubmit, onClose, children, ...dialog }: EditDialogProps) {
  const id = useId();
  const guard = useUnsaved(unsaved, onClose);
  return (
    <>
      <Dialog
        {...dialog}
        onClose={guard.ask}
        footer={
          <>
            <Button kind="quiet" onClick={guard.ask}>
              {words.cancel}
            </Button>
            <Button type="submit" form={id} busy={busy && words.saving}>
              {words.saveChanges}
            </Button>
          </>
        }
      >
        <form id={id} className={className} noValidate onSubmit={onSubmit} aria-busy={busy}>
          {children}
        </form>
      </Dialog>
      <DiscardDialog {...guard} />
    </>
  );
}
