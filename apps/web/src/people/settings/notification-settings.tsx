import { type DeliverySetting, type NotificationSetting, notificationSettings } from '@mbari/contract/notifications/settings';
import type { ForumSettings } from '@mbari/contract/people/members';
import * as mail from '@mbari/words/activity-mails';
import * as push from '@mbari/words/push';
import * as words from '@mbari/words/settings';
import { useSiteName } from '~/platform/site/use-site.ts';
import { Section } from '~/platform/ui/section.tsx';
import { SelectRow, SwitchRow } from '~/platform/ui/setting-row.tsx';
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

type Preferences = ForumSettings['email_notification_preferences'];
type Pace = Preferences['likes'];

const paces: [Pace, string][] = [
  ['off', mail.never],
  ['instant', mail.atOnce],
  ['daily', mail.daily],
];

export function MailedKinds({ form }: { form: SettingsForm }) {
  const { settings, change } = form;
  const community = useSiteName();
  const preferences = settings.email_notification_preferences;
  return (
    <Section id="mails" title={mail.mails} about={mail.mailsAbout}>
      {deliveredKinds.map((delivered) => {
        const { kind, label } = delivered;
        return (
          <SelectRow
            key={kind}
            label={label}
            hint={isOffInApp(settings, delivered) ? mail.offInApp : kind === 'messages' ? mail.messagesHint : ''}
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
        label={mail.weekly({ community })}
        hint={mail.weeklyHint}
        on={preferences.digest === 'weekly'}
        onChange={(on) => change({ email_notification_preferences: { ...preferences, digest: on ? 'weekly' : 'off' } })}
      />
      <TimeZoneRow form={form} />
    </Section>
  );
}

const texts: Record<NotificationSetting, { label: string; hint: string }> = {
  likes: { label: words.likes, hint: words.likesHint },
  comments: { label: words.comments, hint: words.commentsHint },
  follows: { label: words.follows, hint: words.followsHint },
  mentions: { label: words.mentions, hint: words.mentionsHint },
  replies: { label: words.replies, hint: words.repliesHint },
  forum: { label: words.followedTopics, hint: words.followedTopicsHint },
  challenges: { label: words.challenges, hint: words.challengesHint },
};

/** Notification kinds with their in-app switch. */
const notifiedKinds = (Object.keys(notificationSettings) as NotificationSetting[]).map((kind) => ({
  kind,
  inApp: notificationSettings[kind],
  ...texts[kind],
}));

interface DeliveredKind {
  kind: DeliverySetting;
  label: string;
  /** The switch that push and email require. */
  inApp?: (typeof notificationSettings)[NotificationSetting];
}

const deliveredKinds: readonly DeliveredKind[] = [...notifiedKinds, { kind: 'messages', label: words.directMessages }];

const isOffInApp = (settings: ForumSettings, { inApp }: DeliveredKind): boolean => inApp !== undefined && !settings[inApp];

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
      label={mail.timeZone}
      hint={mail.timeZoneHint}
      value={timeZone ?? ''}
      onChange={({ currentTarget }) => change({ time_zone: currentTarget.value || null })}
    >
      <option value="">{mail.asCommunity}</option>
      {timeZones(timeZone).map((name) => (
        <option key={name} value={name} translate="no" dir="ltr">
          {name.replaceAll('_', ' ')}
        </option>
      ))}
    </SelectRow>
  );
}
