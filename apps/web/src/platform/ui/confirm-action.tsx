import type { ReactNode } from 'react';
import { useAction } from '~/platform/lib/use-action.ts';
import { ConfirmDialog } from './dialog.tsx';

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
