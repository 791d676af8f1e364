import * as sentences from '@mbari/words/sentences';
import { signingIn, yourAccount } from '@mbari/words/settings';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { EmailSection } from '~/identity/passwords/email-section.tsx';
import { PasswordSection } from '~/identity/passwords/password-section.tsx';
import { toast } from '~/platform/lib/toast.ts';
import { SectionGroup } from '~/platform/ui/section.tsx';
import { SettingsFailed, SettingsLoading } from '~/platform/ui/settings-states.tsx';
import { ApiTokensSection } from './api-tokens-section.tsx';
import { ClosingSection } from './closing-section.tsx';
import { DataSection } from './data-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { ProvidersSection } from './providers-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { apiTokens, signedInDevices, signInMethods } from './security-queries.ts';
import './security.css';

export function SecuritySettings() {
  const security = useQuery(signInMethods);
  const devices = useQuery(signedInDevices);
  const tokens = useQuery(apiTokens);
  const queries = [security, devices, tokens];
  const failures = queries.reduce((sum, { data, errorUpdateCount }) => sum + (data ? 0 : errorUpdateCount), 0);
  useEffect(() => {
    if (failures > 0) toast.error(sentences.settingsLoadFailed);
  }, [failures]);

  if (security.data && devices.data && tokens.data) {
    const { has_password, email, pending_email, passkeys, totp, providers } = security.data;
    const owner = { hasPassword: has_password, email };
    return (
      <>
        <SectionGroup id="signing-in" title={signingIn}>
          <PasswordSection owner={owner} hasTokens={tokens.data.length > 0} />
          <EmailSection owner={owner} pending={pending_email} />
          <PasskeysSection owner={owner} passkeys={passkeys} devices={devices.data} />
          <SecondFactorSection owner={owner} totp={totp} />
          <DevicesSection devices={devices.data} />
          <ApiTokensSection owner={owner} tokens={tokens.data} />
          <ProvidersSection owner={owner} linked={providers} />
        </SectionGroup>
        <SectionGroup id="account" title={yourAccount}>
          <DataSection />
          <ClosingSection owner={owner} />
        </SectionGroup>
      </>
    );
  }
  const failed = queries.filter(({ isError, isFetching }) => isError && !isFetching);
  if (failed.length > 0)
    return <SettingsFailed error={failed[0]?.error} onRetry={() => void Promise.all(failed.map((query) => query.refetch()))} />;
  return <SettingsLoading />;
}
