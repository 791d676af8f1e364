import { type ReactNode, useState } from 'react';
import { Button } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { FieldError } from '~/platform/ui/field.tsx';
import { CopyButton } from './copy-button.tsx';
import './security.css';

interface ShownOnceDialogProps {
  title: string;
  hint: string;
  /** Label of the button that confirms. */
  kept: string;
  /** Error after an attempt to close without it. */
  keepFirst: string;
  onKept: () => void;
  children: ReactNode;
}

/** The content is shown once, so closing requires a confirmation that it is kept. */
export function ShownOnceDialog({ title, hint, kept, keepFirst, onKept, children }: ShownOnceDialogProps) {
  const [isCloseRefused, setCloseRefused] = useState(false);
  return (
    <Dialog title={title} onClose={() => setCloseRefused(true)} footer={<Button onClick={onKept}>{kept}</Button>}>
      <div className="grid gap-s4">
        <p className="text-pretty text-ink-quiet">{hint}</p>
        {children}
        <div role="alert" className="empty:hidden">
          {isCloseRefused && <FieldError>{keepFirst}</FieldError>}
        </div>
      </div>
    </Dialog>
  );
}

/** A secret with a button that copies `text`. Shows `children` instead of it, if given. */
export function ShownSecret({ name, text, copy, children = text }: { name: string; text: string; copy: string; children?: ReactNode }) {
  return (
    <div className="secret">
      <p className="code-type min-w-0 [overflow-wrap:anywhere]" dir="ltr" role="group" aria-label={name}>
        {children}
      </p>
      <CopyButton text={text} label={copy} />
    </div>
  );
}
