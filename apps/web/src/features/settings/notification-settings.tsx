import { Section } from '~/ui/section.tsx';
import { SwitchRow } from './setting-row.tsx';
import type { SettingsForm } from './use-settings-form.ts';

/** What the bell notifies of. */
export function NotificationSettings({ form: { settings, change } }: { form: SettingsForm }) {
  return (
    <Section title="What you hear of" about="At the bell, and in your list of notifications.">
      <SwitchRow
        label="Mentions"
        hint="Somebody names you with an @"
        on={settings.notify_on_mention}
        onChange={(on) => change({ notify_on_mention: on })}
      />
      <SwitchRow
        label="Replies"
        hint="Somebody answers what you wrote"
        on={settings.notify_on_reply}
        onChange={(on) => change({ notify_on_reply: on })}
      />
      <SwitchRow
        label="Followers"
        hint="Somebody begins to follow you"
        on={settings.notify_on_follow}
        onChange={(on) => change({ notify_on_follow: on })}
      />
    </Section>
  );
}
