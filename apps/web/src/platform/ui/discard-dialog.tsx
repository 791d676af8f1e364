import * as words from '@mbari/words/ui';
import type { LeaveGuard } from '~/platform/lib/use-leave-guard.ts';
import { ConfirmDialog } from './dialog.tsx';

export function DiscardDialog({ asked, stay, leave }: LeaveGuard) {
  if (!asked) return null;
  return (
    <ConfirmDialog title={words.discardTitle} question={words.discardQuestion} action={words.discard} onClose={stay} onConfirm={leave} />
  );
}
