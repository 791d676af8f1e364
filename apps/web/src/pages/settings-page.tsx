import { getRouteApi } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { SecuritySettings } from '~/features/security/security-settings.tsx';
import { Tabs } from '~/ui/tabs.tsx';

interface SettingsTab {
  /** In the address: `?tab=security`. */
  name: string;
  words: string;
  content: ComponentType;
}

/** The first is shown where the address names none. The line of tabs appears once there is a choice. */
const tabs: readonly [SettingsTab, ...SettingsTab[]] = [{ name: 'security', words: 'Security', content: SecuritySettings }];

const route = getRouteApi('/shell/settings');

export function SettingsPage() {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const chosen = tabs.find(({ name }) => name === tab) ?? tabs[0];
  const Content = chosen.content;
  return (
    <div className="settings">
      <h1 tabIndex={-1} className="display-large">
        Forum Settings
      </h1>
      <p className="mt-s1 text-ink-quiet">Manage your privacy, notification, and security preferences</p>
      {tabs.length > 1 ? (
        <>
          <div className="mt-s3">
            <Tabs
              label="Settings"
              tabs={tabs}
              chosen={chosen.name}
              onChoose={(name) => void navigate({ search: { tab: name }, replace: true })}
              controls="settings"
            />
          </div>
          <div id="settings" role="tabpanel" aria-label={chosen.words}>
            <Content />
          </div>
        </>
      ) : (
        <Content />
      )}
    </div>
  );
}
