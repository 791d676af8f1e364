'use no memo';

import * as words from '@mbari/words/ui';
import { X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button, IconButton } from './button.tsx';

interface DialogProps {
  title: ReactNode;
  /** Called on Escape, the close button, or a press beside the dialog. It stays open while it is rendered. */
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the bottom, always in view. */
  footer?: ReactNode;
  size?: 'small' | 'large' | 'wide';
}

/** Open for as long as it is rendered. The browser's own dialog keeps the focus inside and gives it back. */
export function Dialog({ title, onClose, children, footer, size = 'small' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closed while still in the document: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`dialog dialog-${size}`}
      aria-labelledby={id}
      onCancel={(event) => {
        // A file picker's cancel bubbles up to here; only the dialog's own counts.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (event.cancelable) onClose();
      }}
      // A browser closes it by itself on a second Escape in a row: it opens again, and the owner decides.
      onClose={({ target, currentTarget }) => {
        if (target !== currentTarget || currentTarget.open || !currentTarget.isConnected) return;
        currentTarget.showModal();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="dialog-sheet">
        <header className="flex items-center justify-between gap-s4 px-s5 pt-s4 pb-s2">
          <h2 id={id} className="display text-t26">
            {title}
          </h2>
          <IconButton label={words.close} onClick={onClose} className="-me-2">
            <X size={20} strokeWidth={1.6} aria-hidden="true" />
          </IconButton>
        </header>
        <div className="dialog-body">{children}</div>
        {footer && <footer className="flex items-center justify-end gap-s3 border-t border-hairline px-s5 py-s3">{footer}</footer>}
      </div>
    </dialog>
  );
}

interface ConfirmDialogProps {
  title: ReactNode;
  question: string;
  action: string;
  busy?: string | false;
  onConfirm: () => void;
  onClose: () => void;
}

/** A question with one button to do it and one to cancel. */
export function ConfirmDialog({ title, question, action, busy, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <DialogButtons kind="danger" busy={busy} onClick={onConfirm} onCancel={onClose}>
          {action}
        </DialogButtons>
      }
    >
      <p>{question}</p>
    </Dialog>
  );
}

/** At the foot of a dialog: one button to leave it, and one to do what it is about. */
export const DialogButtons = ({ onCancel, ...action }: ComponentProps<typeof Button> & { onCancel: () => void }) => (
  <>
    <Button kind="quiet" onClick={onCancel}>
      {words.cancel}
    </Button>
    <Button {...action} />
  </>
);
