import * as words from '@mbari/words/settings';
import * as uiWords from '@mbari/words/ui';
import { useLeaveGuard } from '~/platform/lib/use-leave-guard.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import type { SettingsForm } from './use-settings-form.ts';

/** Confirms leaving unsaved settings. Switching between the settings' tabs keeps the changes. */
export function LeaveGuard({ form: { unsaved, saving, save } }: { form: SettingsForm }) {
  const { asked: isAsking, stay, leave } = useLeaveGuard(unsaved, (pathname) => pathname === '/settings');
  if (!isAsking) return null;
  return (
    <Dialog
      title={words.leaveTitle}
      onClose={stay}
      footer={
        <>
          <Button kind="quiet" onClick={leave}>
            {words.leave}
          </Button>
          <Button busy={saving && uiWords.saving} onClick={() => void save().then((isSaved) => (isSaved ? leave() : stay()))}>
            {words.saveAndLeave}
          </Button>
        </>
      }
    >
      <p>{words.leaveHint}</p>
    </Dialog>
  );
}
