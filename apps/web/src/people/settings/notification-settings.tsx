import { type DeliverySetting, type NotificationSetting, notificationSettings } from '@mbari/contract/notifications/settings';
import type { ForumSettings } from '@mbari/contract/people/members';
import * as push from '@mbari/words/push';
import * as words from '@mbari/words/settings';
import { Section } from '~/platform/ui/section.tsx';
import { SwitchRow } from '~/platform/ui/setting-row.tsx';
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

export const deliveredKinds: readonly DeliveredKind[] = [...notifiedKinds, { kind: 'messages', label: words.directMessages }];

export const isOffInApp = (settings: ForumSettings, { inApp }: DeliveredKind): boolean => inApp !== undefined && !settings[inApp];
