import type { ForumSettings } from '@mbari/contract/people/members';
import * as words from '@mbari/words/activity-mails';
import { useSiteName } from '~/platform/site/use-site.ts';
import { Section } from '~/platform/ui/section.tsx';
import { SelectRow, SwitchRow } from '~/platform/ui/setting-row.tsx';
import { notifiedKinds } from './notified-kinds.ts';
import type { SettingsForm } from './use-settings-form.ts';

type Preferences = ForumSettings['email_notification_preferences'];
type Pace = Preferences['likes'];

const paces: [Pace, string][] = [
  ['off', words.never],
  ['instant', words.atOnce],
  ['daily', words.daily],
];

/** How often and when mails are sent, and which. */
export function MailedKinds({ form }: { form: SettingsForm }) {
  const { settings, change } = form;
  const community = useSiteName();
  const chosen = settings.email_notification_preferences;
  return (
    <Section title={words.mails} about={words.mailsAbout}>
      {notifiedKinds.map(({ kind, inApp, label }) => (
        <SelectRow
          key={kind}
          label={label}
          hint={settings[inApp] ? '' : words.offInApp}
          value={chosen[kind]}
          onChange={({ currentTarget }) => change({ email_notification_preferences: { ...chosen, [kind]: currentTarget.value as Pace } })}
        >
          {paces.map(([pace, name]) => (
            <option key={pace} value={pace}>
              {name}
            </option>
          ))}
        </SelectRow>
      ))}
      <SwitchRow
        label={words.weekly({ community })}
        hint={words.weeklyHint}
        on={chosen.digest === 'weekly'}
        onChange={(on) => change({ email_notification_preferences: { ...chosen, digest: on ? 'weekly' : 'off' } })}
      />
      <TimeZoneRow form={form} />
    </Section>
  );
}

/** The browser's time zones, and one chosen elsewhere. */
function timeZones(chosen: string | null): string[] {
  const known = new Set(Intl.supportedValuesOf('timeZone'));
  if (chosen !== null) known.add(chosen);
  known.add(Intl.DateTimeFormat().resolvedOptions().timeZone);
  return [...known].toSorted();
}

/** The time zone in whose morning daily and weekly mails are sent. */
function TimeZoneRow({ form: { settings, change } }: { form: SettingsForm }) {
  const chosen = settings.time_zone;
  return (
    <SelectRow
      label={words.timeZone}
      hint={words.timeZoneHint}
      value={chosen ?? ''}
      onChange={({ currentTarget }) => change({ time_zone: currentTarget.value || null })}
    >
      <option value="">{words.asCommunity}</option>
      {timeZones(chosen).map((name) => (
        <option key={name} value={name} translate="no" dir="ltr">
          {name.replaceAll('_', ' ')}
        </option>
      ))}
    </SelectRow>
  );
}
