import type { Unsaved } from '~/lib/use-unsaved.ts';
import { ConfirmDialog } from './dialog.tsx';

/** Asks before changes are thrown away. */
export function DiscardDialog({ asked, stay, leave }: Unsaved) {
  if (!asked) return null;
  return (
    <ConfirmDialog
      title="Throw this away?"
      question="What you changed here has not been saved yet."
      action="Throw away"
      onClose={stay}
      onConfirm={leave}
    />
  );
}
