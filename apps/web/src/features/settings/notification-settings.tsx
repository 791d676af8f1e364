import * as words from '@mbari/words/settings';
import { Section } from '~/ui/section.tsx';
import { SettingSwitch } from './setting-switch.tsx';
import type { SettingsForm } from './use-settings-form.ts';

/** What the bell notifies of. */
export function NotificationSettings({ form }: { form: SettingsForm }) {
  return (
    <Section title={words.whatYouHear} about={words.whatYouHearHint}>
      <SettingSwitch form={form} setting="notify_on_mention" label={words.mentions} hint={words.mentionsHint} />
      <SettingSwitch form={form} setting="notify_on_reply" label={words.replies} hint={words.repliesHint} />
      <SettingSwitch form={form} setting="notify_on_follow" label={words.follows} hint={words.followsHint} />
    </Section>
  );
}
