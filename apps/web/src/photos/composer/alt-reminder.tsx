import * as words from '@mbari/words/composer';
import { useState } from 'react';
import { Button } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';

/** Stored in this browser until sign-out. */
const key = 'mbari_alt_reminder';

export const wantsReminder = (): boolean => localStorage.getItem(key) !== 'off';

interface AltReminderProps {
  missing: number;
  of: number;
  onDescribe: () => void;
  onShare: () => void;
}

export function AltReminder({ missing, of, onDescribe, onShare }: AltReminderProps) {
  const [off, setOff] = useState(false);
  const share = () => {
    if (off) localStorage.setItem(key, 'off');
    onShare();
  };
  return (
    <Dialog
      title={words.altTitle}
      onClose={onDescribe}
      footer={
        <>
          <Button kind="quiet" onClick={share}>
            {words.shareWithoutAlt}
          </Button>
          <Button onClick={onDescribe}>{words.describe}</Button>
        </>
      }
    >
      <p>{missing === of ? words.altMissingAll({ count: of }) : words.altMissing({ missing, count: of })}</p>
      <label className="alt-reminder-off">
        <input type="checkbox" checked={off} onChange={({ target }) => setOff(target.checked)} />
        {words.stopReminding}
      </label>
    </Dialog>
  );
}
