import * as words from '@mbari/words/settings';
import { getRouteApi, lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { BlockedMembers, MutedMembers } from '~/people/directory/blocked-and-muted.tsx';
import { FollowedSubjectsSection } from '~/people/settings/followed-subjects-section.tsx';
import { GeneralSettings } from '~/people/settings/general-settings.tsx';
import { LeaveGuard } from '~/people/settings/leave-guard.tsx';
import { LowDataSection } from '~/people/settings/low-data-section.tsx';
import { MailedKinds } from '~/people/settings/mailed-kinds.tsx';
import { MutedWordsSection } from '~/people/settings/muted-words-section.tsx';
import { NotificationSettings, PushedKinds } from '~/people/settings/notification-settings.tsx';
import { SaveBar } from '~/people/settings/save-bar.tsx';
import { StorageSection } from '~/people/settings/storage-section.tsx';
import { type SettingsForm, useSettingsForm } from '~/people/settings/use-settings-form.ts';
import { SettingsFailed, SettingsLoading } from '~/platform/ui/settings-states.tsx';
import { Tabs } from '~/platform/ui/tabs.tsx';
import '~/people/settings/settings.css';

/** Tabs by their `?tab=` value; the first is the default. */
const tabs = [
  { name: 'general', label: words.general },
  { name: 'notifications', label: words.notifications },
  { name: 'security', label: words.security },
] as const;

const SecuritySettings = lazyRouteComponent(() => import('~/identity/security/security-settings.tsx'), 'SecuritySettings');

const PushSection = lazyRouteComponent(() => import('~/notifications/push-section.tsx'), 'PushSection');

const route = getRouteApi('/shell/settings');

export function SettingsPage() {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const { name: chosen, label } = tabs.find(({ name }) => name === tab) ?? tabs[0];
  const { query, form } = useSettingsForm({ isNeeded: chosen !== 'security' });
  return (
    <div className="settings">
      <h1 tabIndex={-1} className="display-large">
        {words.forumSettings}
      </h1>
      <p className="mt-s1 text-ink-quiet">{words.lead}</p>
      <div className="mt-s3">
        <Tabs
          label={words.settings}
          tabs={tabs}
          chosen={chosen}
          onChoose={(name) => void navigate({ search: { tab: name }, replace: true, resetScroll: false })}
          controls="settings"
        />
      </div>
      <div id="settings" role="tabpanel" aria-label={label}>
        {chosen === 'security' ? (
          <Suspense fallback={<SettingsLoading />}>
            <SecuritySettings />
          </Suspense>
        ) : form ? (
          chosen === 'general' ? (
            <>
              <GeneralSettings form={form} />
              <FollowedSubjectsSection form={form} />
              <MutedWordsSection form={form} />
            </>
          ) : (
            <Notified form={form} />
          )
        ) : query.isError && !query.isFetching ? (
          <SettingsFailed error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SettingsLoading />
        )}
        {form && (chosen !== 'security' || form.unsaved) && <SaveBar form={form} isOnOtherTab={chosen === 'security'} />}
        {form && chosen === 'general' && (
          <>
            <LowDataSection />
            <StorageSection />
            <BlockedMembers />
            <MutedMembers />
          </>
        )}
      </div>
      {form && <LeaveGuard form={form} />}
    </div>
  );
}

function Notified({ form }: { form: SettingsForm }) {
  return (
    <>
      <NotificationSettings form={form} />
      <Suspense fallback={null}>
        <PushSection>
          <PushedKinds form={form} />
        </PushSection>
      </Suspense>
      <MailedKinds form={form} />
    </>
  );
}
