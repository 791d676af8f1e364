import { type FormEvent, type ReactNode, useId } from 'react';
import { useAction } from '~/platform/lib/use-action.ts';
import { ConfirmDialog, Dialog, DialogButtons } from './dialog.tsx';

interface FormDialogProps {
  title: string;
  hint?: string;
  action: string;
  busy: string | false;
  danger?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
}

export function FormDialog({ title, hint, action, busy, danger = false, onSubmit, onClose, children }: FormDialogProps) {
  const id = useId();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <DialogButtons type="submit" form={id} kind={danger ? 'danger' : 'filled'} busy={busy} onCancel={onClose}>
          {action}
        </DialogButtons>
      }
    >
      <form id={id} noValidate onSubmit={onSubmit} className="grid gap-s4">
        {hint && <p>{hint}</p>}
        {children}
      </form>
    </Dialog>
  );
}

interface ConfirmActionProps {
  title: ReactNode;
  question: string;
  action: string;
  busy?: string;
  failed: string;
  done?: string;
  act: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before an action and closes after its success. */
export function ConfirmAction({ act, failed, done, busy, onClose, ...dialog }: ConfirmActionProps) {
  const action = useAction(act, failed, done);
  const confirm = async () => {
    if (await action.run()) onClose();
  };
  return <ConfirmDialog {...dialog} busy={action.busy && busy} onConfirm={() => void confirm()} onClose={onClose} />;
}
