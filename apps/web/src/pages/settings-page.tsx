import * as words from '@mbari/words/settings';
import { getRouteApi, lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { GeneralSettings } from '~/people/settings/general-settings.tsx';
import { LeaveGuard, SaveBar } from '~/people/settings/save-bar.tsx';
import { SettingsSearch, useSettingsFilter } from '~/people/settings/settings-search.tsx';
import { settingsTabs } from '~/people/settings/settings-tabs.ts';
import { type SettingsForm, useSettingsForm } from '~/people/settings/use-settings-form.ts';
import { focusHeading } from '~/platform/lib/page-title.ts';
import { Button } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { SettingsFailed, SettingsLoading } from '~/platform/ui/settings-states.tsx';
import { Tabs } from '~/platform/ui/tabs.tsx';
import '~/people/settings/settings.css';

const SecuritySettings = lazyRouteComponent(() => import('~/identity/security/security-settings.tsx'), 'SecuritySettings');

const kinds = () => import('~/people/settings/notification-settings.tsx');
const NotificationSettings = lazyRouteComponent(kinds, 'NotificationSettings');
const PushedKinds = lazyRouteComponent(kinds, 'PushedKinds');
const MailedKinds = lazyRouteComponent(kinds, 'MailedKinds');

const PushSection = lazyRouteComponent(() => import('~/notifications/push-section.tsx'), 'PushSection');

const route = getRouteApi('/shell/settings');

/** Three tabs. A search looks through all of them at once. */
export default function SettingsPage() {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const { name: chosen, label, groups } = settingsTabs.find(({ name }) => name === tab) ?? settingsTabs[0];
  const [search, setSearch] = useState('');
  const isSearching = search.trim() !== '';
  const panel = useRef<HTMLDivElement>(null);
  const found = useSettingsFilter(panel, search);
  const shows = (name: string) => isSearching || name === chosen;
  const needsForm = isSearching || chosen !== 'security';
  const { query, form } = useSettingsForm({ isNeeded: needsForm });
  useScrollToHash(form !== undefined);
  return (
    <div className="settings">
      <h1 tabIndex={-1} className="display-large">
        {words.forumSettings}
      </h1>
      <p className="mt-s1 text-ink-quiet">{words.lead}</p>
      <div className="settings-columns">
        <SettingsSearch search={search} onSearch={setSearch} groups={groups} />
        <div className="min-w-0">
          <p role="status" className={found ? 'settings-found' : 'sr-only'}>
            {found !== undefined && (found === 0 ? words.noneFound : words.found({ count: found }))}
          </p>
          {!isSearching && (
            <Tabs
              label={words.settings}
              tabs={settingsTabs}
              chosen={chosen}
              onChoose={(name) => void navigate({ search: { tab: name }, replace: true, resetScroll: false })}
              controls="settings"
            />
          )}
          <div id="settings" role="tabpanel" aria-label={isSearching ? words.search : label}>
            <div ref={panel}>
              {needsForm &&
                (form ? (
                  <>
                    {shows('general') && (
                      <div data-group={words.general}>
                        <GeneralSettings form={form} />
                      </div>
                    )}
                    {shows('notifications') && (
                      <div data-group={words.notifications}>
                        <Notified form={form} />
                      </div>
                    )}
                  </>
                ) : (
                  <div data-group={words.general}>
                    {query.isError && !query.isFetching ? (
                      <SettingsFailed error={query.error} onRetry={() => void query.refetch()} />
                    ) : (
                      <SettingsLoading />
                    )}
                  </div>
                ))}
              {shows('security') && (
                <div data-group={words.security}>
                  <Suspense fallback={<SettingsLoading />}>
                    <SecuritySettings />
                  </Suspense>
                </div>
              )}
            </div>
            {found === 0 && (
              <EmptyState
                drawing="lost"
                title={words.noneFound}
                action={
                  <Button
                    kind="quiet"
                    onClick={() => {
                      setSearch('');
                      // The pressed button disappears with the search.
                      focusHeading();
                    }}
                  >
                    {words.showAll}
                  </Button>
                }
              >
                {words.noneFoundHint}
              </EmptyState>
            )}
            {form && ((needsForm && found !== 0) || form.unsaved) && <SaveBar form={form} isOnOtherTab={!needsForm} />}
          </div>
        </div>
      </div>
      {form && <LeaveGuard form={form} />}
    </div>
  );
}

/** Settings load after the router has looked for the element that the address names. */
function useScrollToHash(isLoaded: boolean): void {
  useEffect(() => {
    if (isLoaded) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isLoaded]);
}

function Notified({ form }: { form: SettingsForm }) {
  return (
    <Suspense fallback={<SettingsLoading />}>
      <NotificationSettings form={form} />
      <Suspense fallback={null}>
        <PushSection>
          <PushedKinds form={form} />
        </PushSection>
      </Suspense>
      <MailedKinds form={form} />
    </Suspense>
  );
}
