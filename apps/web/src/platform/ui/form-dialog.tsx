import { type FormEvent, type ReactNode, useId } from 'react';
import { Dialog, DialogButtons } from './dialog.tsx';

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
