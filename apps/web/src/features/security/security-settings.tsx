import * as sentences from '@mbari/contract/sentences';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { wordsOf } from '~/lib/call.ts';
import { toast } from '~/lib/toast.ts';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Spinner } from '~/ui/spinner.tsx';
import { ClosingSection } from './closing-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { EmailSection } from './email-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProvidersSection } from './providers-section.tsx';
import { SecondStepSection } from './second-step-section.tsx';
import { signedInDevices, waysIn } from './security-queries.ts';
import './security.css';

/** Every way into one's own account, and the way out of it. */
export function SecuritySettings() {
  const security = useQuery(waysIn);
  const devices = useQuery(signedInDevices);
  const failures = (security.data ? 0 : security.errorUpdateCount) + (devices.data ? 0 : devices.errorUpdateCount);
  useEffect(() => {
    if (failures > 0) toast.error(sentences.settingsLoadFailed);
  }, [failures]);

  if (security.data && devices.data) {
    const { has_password, email, pending_email, passkeys, totp, providers } = security.data;
    const owner = { hasPassword: has_password, email };
    return (
      <>
        <PasswordSection owner={owner} />
        <EmailSection owner={owner} pending={pending_email} />
        <PasskeysSection owner={owner} passkeys={passkeys} devices={devices.data} />
        <SecondStepSection owner={owner} totp={totp} />
        <DevicesSection devices={devices.data} />
        {providers.length > 0 && <ProvidersSection providers={providers} />}
        <ClosingSection owner={owner} />
      </>
    );
  }
  const failed = [security, devices].filter(({ isError, isFetching }) => isError && !isFetching);
  if (failed.length > 0)
    return (
      <EmptyState
        drawing="cracked"
        title="Your settings did not come"
        act={<Button onClick={() => void Promise.all(failed.map((query) => query.refetch()))}>Try Again</Button>}
      >
        <p role="alert">{wordsOf(failed[0]?.error, sentences.settingsFetchFailed)}</p>
      </EmptyState>
    );
  return (
    <p role="status" className="flex items-center gap-s3 py-s6 text-ink-quiet">
      <Spinner size={28} /> Loading your settings
    </p>
  );
}
