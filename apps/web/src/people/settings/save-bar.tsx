import * as words from '@mbari/words/settings';
import * as uiWords from '@mbari/words/ui';
import { focusHeading } from '~/platform/lib/page-title.ts';
import { useLeaveGuard } from '~/platform/lib/use-leave-guard.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import type { SettingsForm } from './use-settings-form.ts';

interface SaveBarProps {
  form: SettingsForm;
  /** The unsaved changes are on another tab. */
  isOnOtherTab: boolean;
}

/** Sticks to the bottom while there are unsaved changes. */
export function SaveBar({ form: { unsaved, saving, save, discard }, isOnOtherTab }: SaveBarProps) {
  return (
    <div className="save-bar" data-unsaved={unsaved || undefined}>
      <p role="status" className="me-auto text-t15 text-ink-quiet">
        {unsaved && (isOnOtherTab ? words.notSavedElsewhere : words.notSaved)}
      </p>
      {unsaved && !saving && (
        <Button
          kind="text"
          onClick={({ currentTarget: { nextElementSibling: nextButton } }) => {
            discard();
            // The pressed button disappears with the changes.
            if (isOnOtherTab) focusHeading();
            else if (nextButton instanceof HTMLElement) nextButton.focus();
          }}
        >
          {words.discard}
        </Button>
      )}
      <Button className="min-w-[116px]" busy={saving && uiWords.saving} onClick={() => void save()}>
        {uiWords.save}
      </Button>
    </div>
  );
}

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
