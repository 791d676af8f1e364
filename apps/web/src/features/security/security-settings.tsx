import * as sentences from '@mbari/contract/sentences';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { SettingsFailed, SettingsLoading } from '~/features/settings/settings-states.tsx';
import { toast } from '~/lib/toast.ts';
import { ClosingSection } from './closing-section.tsx';
import { DataSection } from './data-section.tsx';
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
        <DataSection />
        <ClosingSection owner={owner} />
      </>
    );
  }
  const failed = [security, devices].filter(({ isError, isFetching }) => isError && !isFetching);
  if (failed.length > 0)
    return <SettingsFailed error={failed[0]?.error} onRetry={() => void Promise.all(failed.map((query) => query.refetch()))} />;
  return <SettingsLoading />;
}
