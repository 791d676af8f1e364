import * as words from '@mbari/words/new-topic';
import type { Draft } from '~/forum/drafts/use-draft.ts';
import { useLeaveGuard } from '~/platform/lib/use-leave-guard.ts';
import { ConfirmDialog } from '~/platform/ui/dialog.tsx';

/** Asks before leaving a draft that only this browser has. Posted drafts and category changes are not blocked. */
export function LeaveGuard({ draft: { status, isLocal } }: { draft: Draft }) {
  const { asked, stay, leave } = useLeaveGuard(status === 'local', (pathname) => pathname === '/forum/new' || !isLocal());
  if (!asked) return null;
  return <ConfirmDialog title={words.leaveTitle} question={words.leaveQuestion} action={words.leave} onClose={stay} onConfirm={leave} />;
}
