import * as words from '@mbari/words/ui';
import { ConfirmDialog } from './dialog.tsx';

interface DiscardDialogProps {
  asked: boolean;
  stay: () => void;
  leave: () => void;
}

/** Asks before changes are discarded. */
export function DiscardDialog({ asked, stay, leave }: DiscardDialogProps) {
  if (!asked) return null;
  return (
    <ConfirmDialog title={words.discardTitle} question={words.discardQuestion} action={words.discard} onClose={stay} onConfirm={leave} />
  );
}
