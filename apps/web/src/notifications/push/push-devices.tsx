import { removePushSubscription } from '@mbari/contract/push';
import type { PushDevice } from '@mbari/contract/shapes/push';
import * as words from '@mbari/words/push';
import * as sentences from '@mbari/words/sentences';
import { useQueryClient } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { useTransition } from 'react';
import { pushDevicesChanged } from '~/platform/lib/cache-events/push.ts';
import { call, CallRefused, wordsOf } from '~/platform/lib/call.ts';
import { dayInSentence } from '~/platform/lib/day-in-sentence.ts';
import { deviceName } from '~/platform/lib/device-name.ts';
import { toast } from '~/platform/lib/toast.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Row } from '~/platform/ui/section.tsx';
import { unsubscribe } from './subscription.ts';

/** The devices that notifications are pushed to. `onRemoved`: the pressed button is gone with its row. */
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
  const [busy, start] = useTransition();
  const name = deviceName(device);
  const remove = () =>
    start(async () => {
      try {
        await call(removePushSubscription, { params: { id: device.id } });
        toast.success(words.removed({ device: name }));
      } catch (error) {
        // It had gone meanwhile.
        if (!(error instanceof CallRefused && error.status === 404)) return toast.error(wordsOf(error, sentences.somethingWrong));
      }
      // Nothing is sent there any more, whether or not the browser forgets its address.
      if (device.is_current) await unsubscribe().catch(() => undefined);
      await pushDevicesChanged(client);
      onRemoved();
    });
  return (
    <Row
      title={name}
      icon={<BellRing size={20} strokeWidth={1.6} />}
      action={
        <Button kind="quiet" busy={busy && words.removing} aria-label={words.removeDevice({ device: name })} onClick={remove}>
          {words.remove}
        </Button>
      }
    >
      {device.is_current && <span className="font-semibold text-leaf">{words.thisDevice} · </span>}
      {words.since({ day: dayInSentence(device.created_at) })}
    </Row>
  );
}
