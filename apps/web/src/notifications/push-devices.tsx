import { type PushDevice, removePushSubscription } from '@mbari/contract/notifications/push';
import * as words from '@mbari/words/push';
import * as sentences from '@mbari/words/sentences';
import { useQueryClient } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { pushDevicesChanged } from '~/platform/lib/cache-events/push.ts';
import { call } from '~/platform/lib/call.ts';
import { dayInSentence } from '~/platform/lib/day-ago.ts';
import { deviceName } from '~/platform/lib/device-name.ts';
import { toast } from '~/platform/lib/toast.ts';
import { ignoreNotFound, useAction } from '~/platform/lib/use-action.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Row } from '~/platform/ui/section.tsx';
import { unsubscribe } from './push-subscription.ts';

/** `onRemoved` moves the focus, because the pressed button disappears. */
export function PushDevices({ devices, onRemoved }: { devices: readonly PushDevice[]; onRemoved: () => void }) {
  return (
    <>
      <h3 className="mt-s5 font-semibold">{words.devices}</h3>
      {devices.map((device) => (
        <DeviceRow key={device.id} device={device} onRemoved={onRemoved} />
      ))}
    </>
  );
}

function DeviceRow({ device, onRemoved }: { device: PushDevice; onRemoved: () => void }) {
  const client = useQueryClient();
  const name = deviceName(device);
  const remove = useAction(async () => {
    if (await ignoreNotFound(call(removePushSubscription, { params: { id: device.id } }))) toast.success(words.removed({ device: name }));
    // Ignores a failure in the browser: the server has already stopped pushing.
    if (device.is_current) await unsubscribe().catch(() => undefined);
    await pushDevicesChanged(client);
    onRemoved();
  }, sentences.somethingWrong);
  return (
    <Row
      title={name}
      icon={<BellRing size={20} strokeWidth={1.6} />}
      action={
        <Button
          kind="quiet"
          busy={remove.busy && words.removing}
          aria-label={words.removeDevice({ device: name })}
          onClick={() => void remove.run()}
        >
          {words.remove}
        </Button>
      }
    >
      {device.is_current && <span className="font-semibold text-leaf">{words.thisDevice} · </span>}
      {words.since({ day: dayInSentence(device.created_at) })}
    </Row>
  );
}
