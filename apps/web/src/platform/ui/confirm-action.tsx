import type { ReactNode } from 'react';
import { useAction } from '~/platform/lib/use-action.ts';
import { ConfirmDialog } from './dialog.tsx';

interface ConfirmActionProps {
  title: ReactNode;
  question: string;
  action: string;
  /** The button's text while the action runs. */
  busy?: string;
  /** The toast if the action fails and the server gives no reason. */
  failed: string;
  /** The toast if it succeeds. */
  done?: string;
  act: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before an action. Closes when it succeeded, and stays open when it failed. */
export function ConfirmAction({ act, failed, done, busy, onClose, ...dialog }: ConfirmActionProps) {
  const action = useAction(act, failed, done);
  const confirm = async () => {
    if (await action.run()) onClose();
  };
  return <ConfirmDialog {...dialog} busy={action.busy && busy} onConfirm={() => void confirm()} onClose={onClose} />;
}
