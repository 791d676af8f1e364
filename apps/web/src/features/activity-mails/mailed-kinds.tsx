import type { ForumSettings } from '@mbari/contract/shapes/members';
import * as words from '@mbari/words/activity-mails';
import { notifiedKinds } from '~/features/settings/notified-kinds.ts';
import { SelectRow } from '~/features/settings/setting-row.tsx';
import type { SettingsForm } from '~/features/settings/use-settings-form.ts';
import { Section } from '~/ui/section.tsx';

type Preferences = ForumSettings['email_notification_preferences'];
type Pace = Preferences['likes'];

const paces: [Pace, string][] = [
  ['off', words.never],
  ['instant', words.atOnce],
  ['daily', words.daily],
];

/** How often what notifies in the app is mailed. */
export function MailedKinds({ form: { settings, change } }: { form: SettingsForm }) {
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
    </Section>
  );
}
