import * as words from '@mbari/words/ui';
import type { Unsaved } from '~/platform/lib/use-unsaved.ts';
import { ConfirmDialog } from './dialog.tsx';

/** Asks before changes are thrown away. */
export function DiscardDialog({ asked, stay, leave }: Unsaved) {
  if (!asked) return null;
  return (
    <ConfirmDialog title={words.discardTitle} question={words.discardQuestion} action={words.discard} onClose={stay} onConfirm={leave} />
  );
}
