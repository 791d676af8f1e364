import * as sentences from '@mbari/words/sentences';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ClosingSection } from '~/features/closing/closing-section.tsx';
import { EmailSection } from '~/features/email-change/email-section.tsx';
import { DataSection } from '~/features/export/data-section.tsx';
import { ProvidersSection } from '~/features/oauth/providers-section.tsx';
import { PasskeysSection } from '~/features/passkeys/passkeys-section.tsx';
import { PasswordSection } from '~/features/passwords/password-section.tsx';
import { SecondFactorSection } from '~/features/second-factor/second-factor-section.tsx';
import { SettingsFailed, SettingsLoading } from '~/features/settings/settings-states.tsx';
import { toast } from '~/lib/toast.ts';
import { DevicesSection } from './devices-section.tsx';
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
        <SecondFactorSection owner={owner} totp={totp} />
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
