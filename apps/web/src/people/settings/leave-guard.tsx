import * as words from '@mbari/words/settings';
import * as uiWords from '@mbari/words/ui';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { currentSession } from '~/platform/lib/session.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import type { SettingsForm } from './use-settings-form.ts';

interface Leaving {
  go: () => void;
  stay: () => void;
}

/** Asks before somebody leaves unsaved changes. */
export function LeaveGuard({ form: { unsaved, saving, save } }: { form: SettingsForm }) {
  const { history } = useRouter();
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  useEffect(() => {
    if (!unsaved) return;
    return history.block({
      enableBeforeUnload: true,
      blockerFn: ({ nextLocation }) => {
        // Another tab of the settings keeps the changes. After signing out there is nothing to save.
        if (nextLocation.pathname === '/settings' || currentSession().status !== 'member') return Promise.resolve(false);
        return new Promise((resolve) => {
          const answer = (blocked: boolean) => () => {
            setLeaving(null);
            resolve(blocked);
          };
          setLeaving({ go: answer(false), stay: answer(true) });
        });
      },
    });
  }, [history, unsaved]);

  if (leaving === null) return null;
  return (
    <Dialog
      title={words.leaveTitle}
      onClose={leaving.stay}
      footer={
        <>
          <Button kind="quiet" onClick={leaving.go}>
            {words.leave}
          </Button>
          <Button busy={saving && uiWords.saving} onClick={() => void save().then((done) => (done ? leaving.go() : leaving.stay()))}>
            {words.saveAndLeave}
          </Button>
        </>
      }
    >
      <p>{words.leaveHint}</p>
    </Dialog>
  );
}
