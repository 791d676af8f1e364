import * as words from '@mbari/words/new-topic';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Draft } from '~/forum/drafts/use-draft.ts';
import { currentSession } from '~/platform/lib/session.ts';
import { ConfirmDialog } from '~/platform/ui/dialog.tsx';

/** Asks before somebody leaves words that this browser alone has. What is saved as a draft is left without a question. */
export function LeaveGuard({ draft: { status, isLocal } }: { draft: Draft }) {
  const { history } = useRouter();
  const [answer, setAnswer] = useState<((stays: boolean) => void) | null>(null);
  const isSafe = useEffectEvent(() => !isLocal() || currentSession().status !== 'member');
  useEffect(() => {
    if (status !== 'local') return;
    return history.block({
      enableBeforeUnload: true,
      blockerFn: ({ nextLocation }) => {
        // Another category is the same page. After posting or signing out there is nothing to lose.
        if (nextLocation.pathname === '/forum/new' || isSafe()) return Promise.resolve(false);
        return new Promise((resolve) => {
          setAnswer(() => (stays: boolean) => {
            setAnswer(null);
            resolve(stays);
          });
        });
      },
    });
  }, [history, status]);
  if (answer === null) return null;
  return (
    <ConfirmDialog
      title={words.leaveTitle}
      question={words.leaveQuestion}
      action={words.leave}
      onClose={() => answer(true)}
      onConfirm={() => answer(false)}
    />
  );
}
