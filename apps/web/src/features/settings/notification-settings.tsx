import { Section } from '~/ui/section.tsx';
import { SettingSwitch } from './setting-switch.tsx';
import type { SettingsForm } from './use-settings-form.ts';

/** What the bell notifies of. */
export function NotificationSettings({ form }: { form: SettingsForm }) {
  return (
    <Section title="What you hear of" about="At the bell, and in your list of notifications.">
      <SettingSwitch form={form} setting="notify_on_mention" label="Mentions" hint="Somebody names you with an @" />
      <SettingSwitch form={form} setting="notify_on_reply" label="Replies" hint="Somebody answers what you wrote" />
      <SettingSwitch form={form} setting="notify_on_follow" label="Followers" hint="Somebody begins to follow you" />
    </Section>
  );
}
