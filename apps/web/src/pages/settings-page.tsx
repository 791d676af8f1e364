import * as words from '@mbari/words/settings';
import { getRouteApi, lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { MailedKinds } from '~/features/activity-mails/mailed-kinds.tsx';
import { BlockedMembers, MutedMembers } from '~/features/blocks/blocked-and-muted.tsx';
import { GeneralSettings } from '~/features/settings/general-settings.tsx';
import { LeaveGuard } from '~/features/settings/leave-guard.tsx';
import { LowDataSection } from '~/features/settings/low-data-section.tsx';
import { MutedWordsSection } from '~/features/settings/muted-words-section.tsx';
import { NotificationSettings } from '~/features/settings/notification-settings.tsx';
import { PushedKinds } from '~/features/settings/pushed-kinds.tsx';
import { SaveBar } from '~/features/settings/save-bar.tsx';
import { SettingsFailed, SettingsLoading } from '~/features/settings/settings-states.tsx';
import { StorageSection } from '~/features/settings/storage-section.tsx';
import { type SettingsForm, useSettingsForm } from '~/features/settings/use-settings-form.ts';
import { Tabs } from '~/ui/tabs.tsx';
import '~/features/settings/settings.css';

/** In the address: `?tab=security`. The first is shown where it names none. */
const tabs = [
  { name: 'general', label: words.general },
  { name: 'notifications', label: words.notifications },
  { name: 'security', label: words.security },
] as const;

const SecuritySettings = lazyRouteComponent(() => import('~/features/security/security-settings.tsx'), 'SecuritySettings');

const PushSection = lazyRouteComponent(() => import('~/features/push/push-section.tsx'), 'PushSection');

const route = getRouteApi('/shell/settings');

export function SettingsPage() {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const { name: chosen, label } = tabs.find(({ name }) => name === tab) ?? tabs[0];
  const { query, form } = useSettingsForm({ needed: chosen !== 'security' });
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
        {form && (chosen !== 'security' || form.unsaved) && <SaveBar form={form} elsewhere={chosen === 'security'} />}
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

/** What the member hears of: here, on their devices and by mail. */
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
