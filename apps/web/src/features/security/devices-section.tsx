import * as sentences from '@mbari/contract/sentences';
import { endOtherSessions, endSession } from '@mbari/contract/sessions';
import type { SignedInDevice } from '@mbari/contract/shapes/sessions';
import { useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone, Tablet } from 'lucide-react';
import { useRef, useState, useTransition } from 'react';
import { waysInChanged } from '~/lib/cache-events/security.ts';
import { call, CallRefused, wordsOf } from '~/lib/call.ts';
import { dayInSentence } from '~/lib/day-in-sentence.ts';
import { toast } from '~/lib/toast.ts';
import { Button } from '~/ui/button.tsx';
import { ConfirmDialog } from '~/ui/dialog.tsx';
import { Row, Section } from '~/ui/section.tsx';

export function DevicesSection({ devices }: { devices: readonly SignedInDevice[] }) {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState(false);
  const [busy, start] = useTransition();
  const readAgain = async () => {
    await waysInChanged(client);
    // The pressed button is gone with its row.
    heading.current?.focus();
  };
  const endOthers = () =>
    start(async () => {
      try {
        await call(endOtherSessions);
        setAsking(false);
        toast.success('All other devices are signed out');
        await readAgain();
      } catch (error) {
        toast.error(wordsOf(error, sentences.somethingWrong));
      }
    });
  return (
    <Section title="Devices" heading={heading} about="Where you are signed in. Sign out what you do not know, then change your password.">
      {devices.map((device) => (
        <DeviceRow key={device.id} device={device} onEnded={readAgain} />
      ))}
      {devices.length > 1 && (
        <Button kind="quiet" className="mt-s4" onClick={() => setAsking(true)}>
          Sign out all other devices
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title="Sign out all others?"
          question="Every device but this one will have to sign in again."
          action="Sign out"
          busy={busy && 'Signing out...'}
          onConfirm={endOthers}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}

function DeviceRow({ device, onEnded }: { device: SignedInDevice; onEnded: () => Promise<void> }) {
  const [busy, start] = useTransition();
  const end = () =>
    start(async () => {
      try {
        await call(endSession, { params: { id: device.id } });
        toast.success(`${device.device} is signed out`);
      } catch (error) {
        // It had ended meanwhile.
        if (!(error instanceof CallRefused && error.status === 404)) return toast.error(wordsOf(error, sentences.somethingWrong));
      }
      await onEnded();
    });
  return (
    <Row
      title={device.device}
      icon={<DeviceIcon device={device.device} />}
      action={
        !device.is_current && (
          <Button kind="quiet" busy={busy && 'Signing out...'} aria-label={`Sign out ${device.device}`} onClick={end}>
            Sign out
          </Button>
        )
      }
    >
      {device.is_current ? (
        <span className="font-semibold text-leaf">This device</span>
      ) : (
        `Last used ${dayInSentence(device.used_at)}, signed in ${dayInSentence(device.created_at)}`
      )}
    </Row>
  );
}

function DeviceIcon({ device }: { device: string }) {
  const look = { size: 20, strokeWidth: 1.6 };
  if (/ipad|tablet/i.test(device)) return <Tablet {...look} />;
  return /android|iphone|ios|mobile/i.test(device) ? <Smartphone {...look} /> : <Monitor {...look} />;
}
