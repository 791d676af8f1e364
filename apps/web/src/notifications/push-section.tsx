import { listPushSubscriptions, type PushDevice, removePushSubscription } from '@mbari/contract/notifications/push';
import * as words from '@mbari/words/push';
import * as sentences from '@mbari/words/sentences';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { pushDevicesChanged } from '~/platform/lib/cache-events/notifications.ts';
import { call } from '~/platform/lib/call.ts';
import { dayInSentence } from '~/platform/lib/dates.ts';
import { deviceName } from '~/platform/lib/device-name.ts';
import { pushDevicesKey } from '~/platform/lib/query-keys.ts';
import { toast } from '~/platform/lib/toast.ts';
import { ignoreNotFound, useAction } from '~/platform/lib/use-action.ts';
import { useSiteName } from '~/platform/site/use-site.ts';
import { Button } from '~/platform/ui/button.tsx';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { Note } from '~/platform/ui/note.tsx';
import { Row, Section } from '~/platform/ui/section.tsx';
import { SwitchRow } from '~/platform/ui/setting-row.tsx';
import { pushSupport, subscribe, unsubscribe } from './push-subscription.ts';

/** Turns pushes on and off and lists devices. `children` choose the notification kinds once a device exists. */
export function PushSection({ children }: { children: ReactNode }) {
  const { data, isError, isFetching, refetch } = useQuery(pushDevices);
  const community = useSiteName();
  const heading = useRef<HTMLHeadingElement>(null);
  const [support, setSupport] = useState(pushSupport);
  const onDenied = () => {
    setSupport(pushSupport());
    heading.current?.focus();
  };
  return (
    <Section id="push" title={words.title} heading={heading} about={words.about}>
      {support !== 'possible' && (
        <div className="mt-s4">
          <Note>{support === 'blocked' ? words.blocked : words.unsupported({ community })}</Note>
        </div>
      )}
      {data ? (
        <>
          {support === 'possible' && (
            <ThisDevice publicKey={data.public_key} device={data.data.find(({ is_current }) => is_current)} onDenied={onDenied} />
          )}
          {data.data.length > 0 && (
            <>
              {children}
              <PushDevices devices={data.data} onRemoved={() => heading.current?.focus()} />
            </>
          )}
        </>
      ) : (
        isError && <FetchFailed message={words.devicesFailed} busy={isFetching} onRetry={() => void refetch()} />
      )}
    </Section>
  );
}

/** Refetched on every mount: signing out elsewhere removes a device. */
const pushDevices = queryOptions({
  queryKey: pushDevicesKey,
  queryFn: ({ signal }) => call(listPushSubscriptions, { signal }),
  staleTime: 0,
});

/** `onRemoved` moves the focus, because the pressed button disappears. */
function PushDevices({ devices, onRemoved }: { devices: readonly PushDevice[]; onRemoved: () => void }) {
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

interface ThisDeviceProps {
  publicKey: string;
  device: PushDevice | undefined;
  onDenied: () => void;
}

/** Button that turns pushes on for this browser, and the content setting once they are on. */
function ThisDevice({ publicKey, device, onDenied }: ThisDeviceProps) {
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
