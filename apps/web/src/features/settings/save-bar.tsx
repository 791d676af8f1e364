import { Button } from '~/ui/button.tsx';
import type { SettingsForm } from './use-settings-form.ts';

/** At the foot of what can be saved; it stays in sight while something is not. */
export function SaveBar({ form: { unsaved, saving, save, discard } }: { form: SettingsForm }) {
  return (
    <div className="save-bar" data-unsaved={unsaved || undefined}>
      <p role="status" className="me-auto text-t15 text-ink-quiet">
        {unsaved && 'Not saved yet'}
      </p>
      {unsaved && !saving && (
        <Button kind="words" onClick={discard}>
          Discard
        </Button>
      )}
      <Button className="min-w-[116px]" busy={saving && 'Saving...'} onClick={() => void save()}>
        Save
      </Button>
    </div>
  );
}
