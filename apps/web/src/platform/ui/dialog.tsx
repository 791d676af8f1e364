'use no memo';

import * as words from '@mbari/words/ui';
import { X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button, IconButton } from './button.tsx';

export interface DialogProps {
  title: ReactNode;
  /** Called on Escape, the close button, or a press outside the dialog. */
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  size?: 'small' | 'large' | 'wide';
}

/** Dialog that is open while it is rendered. The native element traps the focus and restores it. */
export function Dialog({ title, onClose, children, footer, size = 'small' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closes before removal from the document, because only then does the browser restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement?.getBoundingClientRect();
    element?.showModal();
    // Grows from the button that opened it. The offsets ignore the animation.
    if (element && opener) element.style.transformOrigin = `${opener.x - element.offsetLeft}px ${opener.y - element.offsetTop}px`;
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`dialog dialog-${size}`}
      aria-labelledby={id}
      onCancel={(event) => {
        // Ignores the cancel event of a file picker, which bubbles up to here.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (event.cancelable) onClose();
      }}
      // The browser closes the dialog on a second Escape. Reopens it, because the owner decides.
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

export const DialogButtons = ({ onCancel, ...action }: ComponentProps<typeof Button> & { onCancel: () => void }) => (
  <>
    <Button kind="quiet" onClick={onCancel}>
      {words.cancel}
    </Button>
    <Button {...action} />
  </>
);
