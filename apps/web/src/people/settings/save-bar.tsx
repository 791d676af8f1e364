import * as words from '@mbari/words/settings';
import * as uiWords from '@mbari/words/ui';
import { focusHeading } from '~/platform/lib/page-title.ts';
import { Button } from '~/platform/ui/button.tsx';
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
