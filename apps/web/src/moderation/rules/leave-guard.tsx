import * as words from '@mbari/words/ui';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { currentSession } from '~/platform/lib/session.ts';
import { ConfirmDialog } from '~/platform/ui/dialog.tsx';

/** Asks before an admin leaves rules that are not saved. */
export function LeaveGuard() {
  const { history } = useRouter();
  const [leaving, setLeaving] = useState<{ go: () => void; stay: () => void } | null>(null);
  useEffect(
    () =>
      history.block({
        enableBeforeUnload: true,
        blockerFn: () => {
          if (currentSession().status !== 'member') return Promise.resolve(false);
          return new Promise((resolve) => {
            const answer = (blocked: boolean) => () => {
              setLeaving(null);
              resolve(blocked);
            };
            setLeaving({ go: answer(false), stay: answer(true) });
          });
        },
      }),
    [history],
  );
  return (
    leaving && (
      <ConfirmDialog
        title={words.discardTitle}
        question={words.discardQuestion}
        action={words.discard}
        onClose={leaving.stay}
        onConfirm={leaving.go}
      />
    )
  );
}
