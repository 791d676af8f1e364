import * as words from '@mbari/words/settings';
import { Section } from '~/platform/ui/section.tsx';
import { notifiedKinds } from './notified-kinds.ts';
import { SettingSwitch } from './setting-switch.tsx';
import type { SettingsForm } from './use-settings-form.ts';

export function NotificationSettings({ form }: { form: SettingsForm }) {
  return (
    <Section title={words.whatYouHear} about={words.whatYouHearHint}>
      {notifiedKinds.map(({ inApp, label, hint }) => (
        <SettingSwitch key={inApp} form={form} setting={inApp} label={label} hint={hint} />
      ))}
    </Section>
  );
}
