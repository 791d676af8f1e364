import * as words from '@mbari/words/ui';
import { type FormEvent, type ReactNode, useId } from 'react';
import { useUnsaved } from '~/platform/lib/use-unsaved.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { DiscardDialog } from './discard-dialog.tsx';

interface EditDialogProps {
  title: string;
  size?: 'small' | 'large' | 'wide';
  className?: string;
  busy: boolean;
  unsaved: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
}

/** Form with a save button. Discards unsaved input only on confirmation. */
export function EditDialog({
  title,
  size = 'small',
  className = 'grid gap-s4',
  busy,
  unsaved,
  onSubmit,
  onClose,
  children,
}: EditDialogProps) {
  const id = useId();
  const guard = useUnsaved(unsaved, onClose);
  return (
    <>
      <Dialog
        title={title}
        size={size}
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
