import { useState } from 'react';
import { Button } from '~/ui/button.tsx';
import { Dialog } from '~/ui/dialog.tsx';

/** Kept by this browser until somebody logs out. */
const key = 'mbari_alt_reminder';

export const wantsReminder = (): boolean => localStorage.getItem(key) !== 'off';

interface AltReminderProps {
  /** How many images have no alt text. */
  missing: number;
  of: number;
  onDescribe: () => void;
  onShare: () => void;
}

/** Asks for alt texts before a post without them is shared. */
export function AltReminder({ missing, of, onDescribe, onShare }: AltReminderProps) {
  const [off, setOff] = useState(false);
  const share = () => {
    if (off) localStorage.setItem(key, 'off');
    onShare();
  };
  const subject =
    of === 1 ? 'The photo has' : missing === of ? 'The photos have' : `${missing} of ${of} photos ${missing === 1 ? 'has' : 'have'}`;
  return (
    <Dialog
      title="Say what is in it?"
      onClose={onDescribe}
      footer={
        <>
          <Button kind="quiet" onClick={share}>
            Share without
          </Button>
          <Button onClick={onDescribe}>Describe it</Button>
        </>
      }
    >
      <p>{subject} no description yet. One sentence lets members who cannot see it take part.</p>
      <label className="alt-reminder-off">
        <input type="checkbox" checked={off} onChange={({ target }) => setOff(target.checked)} />
        Do not remind me again
      </label>
    </Dialog>
  );
}
