import type { ReactNode } from 'react';
import { useAction } from '~/platform/lib/use-action.ts';
import { ConfirmDialog } from './dialog.tsx';

interface ConfirmActionProps {
  title: ReactNode;
  question: string;
  action: string;
  /** The button's text while the action runs. */
  busy?: string;
  /** Toast for a failure without a reason from the server. */
  failed: string;
  /** Toast on success. */
  done?: string;
  act: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before an action. Closes after success, and stays open after a failure. */
export function ConfirmAction({ act, failed, done, busy, onClose, ...dialog }: ConfirmActionProps) {
  const action = useAction(act, failed, done);
  const confirm = async () => {
    if (await action.run()) onClose();
  };
  return <ConfirmDialog {...dialog} busy={action.busy && busy} onConfirm={() => void confirm()} onClose={onClose} />;
}
