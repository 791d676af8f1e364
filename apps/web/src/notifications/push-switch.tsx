import type { PushDevice } from '@mbari/contract/notifications/push';
import * as words from '@mbari/words/push';
import { useQueryClient } from '@tanstack/react-query';
import { pushDevicesChanged } from '~/platform/lib/cache-events/push.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { Button } from '~/platform/ui/button.tsx';
import { SwitchRow } from '~/platform/ui/setting-row.tsx';
import { subscribe } from './push-subscription.ts';

interface ThisDeviceProps {
  publicKey: string;
  device: PushDevice | undefined;
  onDenied: () => void;
}

/** Button that turns pushes on for this browser, and the content setting once they are on. */
export function ThisDevice({ publicKey, device, onDenied }: ThisDeviceProps) {
  const client = useQueryClient();
  const save = useAction(
    async (showsContent: boolean) => {
      try {
        if (!(await subscribe(publicKey, { showsContent }))) {
          toast.error(words.notAllowed);
          onDenied();
        } else if (!device) toast.success(words.turnedOn);
      } finally {
        await pushDevicesChanged(client);
      }
    },
    device ? words.changeFailed : words.turnOnFailed,
  );
  if (device)
    return (
      <SwitchRow
        label={words.showContent}
        hint={words.showContentHint}
        on={device.shows_content}
        disabled={save.busy}
        onChange={(isOn) => void save.run(isOn)}
      />
    );
  return (
    <Button kind="quiet" className="mt-s4" busy={save.busy && words.turningOn} onClick={() => void save.run(false)}>
      {words.turnOn}
    </Button>
  );
}
