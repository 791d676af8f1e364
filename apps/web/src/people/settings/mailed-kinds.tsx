import type { ForumSettings } from '@mbari/contract/people/members';
import * as words from '@mbari/words/activity-mails';
import { useSiteName } from '~/platform/site/use-site.ts';
import { Section } from '~/platform/ui/section.tsx';
import { SelectRow, SwitchRow } from '~/platform/ui/setting-row.tsx';
import { deliveredKinds, isOffInApp } from './notification-settings.tsx';
import type { SettingsForm } from './use-settings-form.ts';

type Preferences = ForumSettings['email_notification_preferences'];
type Pace = Preferences['likes'];

const paces: [Pace, string][] = [
  ['off', words.never],
  ['instant', words.atOnce],
  ['daily', words.daily],
];

export function MailedKinds({ form }: { form: SettingsForm }) {
  const { settings, change } = form;
  const community = useSiteName();
  const preferences = settings.email_notification_preferences;
  return (
    <Section id="mails" title={words.mails} about={words.mailsAbout}>
      {deliveredKinds.map((delivered) => {
        const { kind, label } = delivered;
        return (
          <SelectRow
            key={kind}
            label={label}
            hint={isOffInApp(settings, delivered) ? words.offInApp : kind === 'messages' ? words.messagesHint : ''}
            value={preferences[kind]}
            onChange={({ currentTarget }) =>
              change({ email_notification_preferences: { ...preferences, [kind]: currentTarget.value as Pace } })
            }
          >
            {paces.map(([pace, name]) => (
              <option key={pace} value={pace}>
                {name}
              </option>
            ))}
          </SelectRow>
        );
      })}
      <SwitchRow
        label={words.weekly({ community })}
        hint={words.weeklyHint}
        on={preferences.digest === 'weekly'}
        onChange={(on) => change({ email_notification_preferences: { ...preferences, digest: on ? 'weekly' : 'off' } })}
      />
      <TimeZoneRow form={form} />
    </Section>
  );
}

/** The browser's time zones, and the stored one. */
function timeZones(storedZone: string | null): string[] {
  const zones = new Set(Intl.supportedValuesOf('timeZone'));
  if (storedZone !== null) zones.add(storedZone);
  zones.add(Intl.DateTimeFormat().resolvedOptions().timeZone);
  return [...zones].toSorted();
}

/** Time zone in which daily and weekly mails are sent in the morning. */
function TimeZoneRow({ form: { settings, change } }: { form: SettingsForm }) {
  const timeZone = settings.time_zone;
  return (
    <SelectRow
      label={words.timeZone}
      hint={words.timeZoneHint}
      value={timeZone ?? ''}
      onChange={({ currentTarget }) => change({ time_zone: currentTarget.value || null })}
    >
      <option value="">{words.asCommunity}</option>
      {timeZones(timeZone).map((name) => (
        <option key={name} value={name} translate="no" dir="ltr">
          {name.replaceAll('_', ' ')}
        </option>
      ))}
    </SelectRow>
  );
}
