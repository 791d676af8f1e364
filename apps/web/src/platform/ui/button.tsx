'use no memo';

import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from './spinner.tsx';

export type ButtonKind = 'filled' | 'quiet' | 'text' | 'danger';

interface ButtonStyle {
  /** One filled button per view. `quiet` has a border, `text` is indigo text. */
  kind?: ButtonKind;
  tall?: boolean;
  wide?: boolean;
}

interface ButtonProps extends ButtonStyle, ComponentProps<'button'> {
  /** While set, the button shows this text and a spinner, ignores presses and keeps the focus. */
  busy?: string | false | undefined;
}

export function Button({ kind = 'filled', tall, wide, busy, className, children, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ kind, tall, wide, className })}
      aria-disabled={busy ? true : rest['aria-disabled']}
      aria-busy={busy ? true : undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? (
        <>
          <Spinner /> {busy}
        </>
      ) : (
        children
      )}
    </button>
  );
}

/** Returns classes for a link that looks like a button: `<Link className={buttonClass({ kind: 'filled' })}>`. */
export function buttonClass({ kind = 'filled', tall, wide, className }: ButtonStyle & { className?: string | undefined }): string {
  return ['button', `button-${kind}`, tall && 'button-tall', wide && 'button-wide', className].filter(Boolean).join(' ');
}

export function IconButton({ label, children, className, ...rest }: ComponentProps<'button'> & { label: string; children: ReactNode }) {
  return (
    <button type="button" {...rest} aria-label={label} title={label} className={['icon-button', className].filter(Boolean).join(' ')}>
      {children}
    </button>
  );
}
