import * as push from '@mbari/words/push';
import * as words from '@mbari/words/settings';
import { Section } from '~/platform/ui/section.tsx';
import { SwitchRow } from '~/platform/ui/setting-row.tsx';
import { deliveredKinds, isOffInApp, notifiedKinds } from './notified-kinds.ts';
import { SettingSwitch } from './setting-switch.tsx';
import type { SettingsForm } from './use-settings-form.ts';

export function NotificationSettings({ form }: { form: SettingsForm }) {
  return (
    <Section id="in-app" title={words.whatYouHear} about={words.whatYouHearHint}>
      {notifiedKinds.map(({ inApp, label, hint }) => (
        <SettingSwitch key={inApp} form={form} setting={inApp} label={label} hint={hint} />
      ))}
    </Section>
  );
}

export function PushedKinds({ form: { settings, change } }: { form: SettingsForm }) {
  const preferences = settings.push_notification_preferences;
  return (
    <fieldset className="mt-s5">
      <legend className="font-semibold">{push.kinds}</legend>
      {deliveredKinds.map((delivered) => {
        const { kind, label } = delivered;
        return (
          <SwitchRow
            key={kind}
            label={label}
            hint={isOffInApp(settings, delivered) ? push.offInApp : ''}
            on={preferences[kind]}
            onChange={(on) => change({ push_notification_preferences: { ...preferences, [kind]: on } })}
          />
        );
      })}
    </fieldset>
  );
}
