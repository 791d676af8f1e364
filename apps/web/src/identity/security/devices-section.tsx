import { endOtherSessions, endSession, type SignedInDevice } from '@mbari/contract/identity/sessions';
import * as words from '@mbari/words/security';
import * as sentences from '@mbari/words/sentences';
import { useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone, Tablet } from 'lucide-react';
import { useRef, useState } from 'react';
import { signInMethodsChanged } from '~/platform/lib/cache-events/identity.ts';
import { call } from '~/platform/lib/call.ts';
import { dayInSentence } from '~/platform/lib/dates.ts';
import { deviceName } from '~/platform/lib/device-name.ts';
import { toast } from '~/platform/lib/toast.ts';
import { ignoreNotFound, useAction } from '~/platform/lib/use-action.ts';
import { Button } from '~/platform/ui/button.tsx';
import { ConfirmAction } from '~/platform/ui/form-dialog.tsx';
import { Row, Section } from '~/platform/ui/section.tsx';

export function DevicesSection({ devices }: { devices: readonly SignedInDevice[] }) {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isConfirming, setConfirming] = useState(false);
  const refetch = async () => {
    await signInMethodsChanged(client);
    // The pressed button disappears with its row.
    heading.current?.focus();
  };
  return (
    <Section title={words.devices} heading={heading} about={words.devicesAbout}>
      {devices.map((device) => (
        <DeviceRow key={device.id} device={device} onEnded={refetch} />
      ))}
      {devices.length > 1 && (
        <Button kind="quiet" className="mt-s4" onClick={() => setConfirming(true)}>
          {words.signOutOthers}
        </Button>
      )}
      {isConfirming && (
        <ConfirmAction
          title={words.signOutOthersTitle}
          question={words.signOutOthersQuestion}
          action={words.signOut}
          busy={words.signingOut}
          failed={sentences.somethingWrong}
          done={words.othersSignedOut}
          act={async () => {
            await call(endOtherSessions);
            setConfirming(false);
            await refetch();
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </Section>
  );
}

function DeviceRow({ device, onEnded }: { device: SignedInDevice; onEnded: () => Promise<void> }) {
  const name = deviceName(device);
  const endAction = useAction(async () => {
    if (await ignoreNotFound(call(endSession, { params: { id: device.id } }))) toast.success(words.signedOut({ device: name }));
    await onEnded();
  }, sentences.somethingWrong);
  return (
    <Row
      title={name}
      icon={<DeviceIcon device={device.device} />}
      action={
        !device.is_current && (
          <Button
            kind="quiet"
            busy={endAction.busy && words.signingOut}
            aria-label={words.signOutDevice({ device: name })}
            onClick={() => void endAction.run()}
          >
            {words.signOut}
          </Button>
        )
      }
    >
      {device.is_current ? (
        <span className="font-semibold text-leaf">{words.thisDevice}</span>
      ) : (
        words.deviceUsed({ used: dayInSentence(device.used_at), since: dayInSentence(device.created_at) })
      )}
    </Row>
  );
}

function DeviceIcon({ device }: { device: string }) {
  const icon = { size: 20, strokeWidth: 1.6 };
  if (/ipad|tablet/i.test(device)) return <Tablet {...icon} />;
  return /android|iphone|ios|mobile/i.test(device) ? <Smartphone {...icon} /> : <Monitor {...icon} />;
}
