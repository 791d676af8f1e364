import type { PushDevice } from '@mbari/contract/shapes/push';
import * as words from '@mbari/words/push';
import { useQueryClient } from '@tanstack/react-query';
import { useTransition } from 'react';
import { pushDevicesChanged } from '~/platform/lib/cache-events/push.ts';
import { wordsOf } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { Button } from '~/platform/ui/button.tsx';
import { SwitchRow } from '~/platform/ui/setting-row.tsx';
import { subscribe } from './subscription.ts';

interface ThisDeviceProps {
  publicKey: string;
  device: PushDevice | undefined;
  /** The visitor did not allow it, perhaps for good. */
  onRefused: () => void;
}

/** The button that turns pushes to this browser on; once they are, what they may show. */
export function ThisDevice({ publicKey, device, onRefused }: ThisDeviceProps) {
  const client = useQueryClient();
  const [busy, start] = useTransition();
  const save = (showsContent: boolean, failed: string, onSaved?: () => void) =>
    start(async () => {
      try {
        if (await subscribe(publicKey, { showsContent })) onSaved?.();
        else {
          toast.error(words.notAllowed);
          onRefused();
        }
      } catch (error) {
        toast.error(wordsOf(error, failed));
      }
      await pushDevicesChanged(client);
    });
  if (device)
    return (
      <SwitchRow
        label={words.showContent}
        hint={words.showContentHint}
        on={device.shows_content}
        disabled={busy}
        onChange={(on) => save(on, words.changeFailed)}
      />
    );
  return (
    <Button
      kind="quiet"
      className="mt-s4"
      busy={busy && words.turningOn}
      onClick={() => save(false, words.turnOnFailed, () => toast.success(words.turnedOn))}
    >
      {words.turnOn}
    </Button>
  );
}
