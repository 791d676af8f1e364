import { mails } from '@mbari/words/activity-mails';
import { title as push } from '@mbari/words/push';
import * as words from '@mbari/words/settings';

/** Tabs by their `?tab=` value, the default first. Each lists the headings of its page by id. */
export const settingsTabs = [
  {
    name: 'general',
    label: words.general,
    groups: {
      privacy: words.profileAndPrivacy,
      content: words.feedAndContent,
      appearance: words.languageAndAppearance,
      data: words.dataAndStorage,
    },
  },
  { name: 'notifications', label: words.notifications, groups: { 'in-app': words.whatYouHear, push, mails } },
  { name: 'security', label: words.security, groups: { 'signing-in': words.signingIn, 'account': words.yourAccount } },
] as const;
