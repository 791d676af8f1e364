import { readForumSettings, saveForumSettings } from '@mbari/contract/people/settings';
import { except } from '../actors.ts';
import type { Row } from '../driver.ts';
import { ok, refused } from '../rules.ts';
import { asStandIn } from '../stand-in.ts';

const allFields = [
  'profile_visibility',
  'post_visibility',
  'contact_visibility',
  'show_location',
  'show_phone_number',
  'email_notification_preferences.likes',
  'push_notification_preferences.likes',
  'locale',
  'time_zone',
  'tags_in_following',
  'muted_words',
].map((name) => `data.${name}`);

const open = {
  contact_visibility: 'private',
  show_location: false,
  tags_in_following: true,
  notify_on_reply: false,
  notify_on_forum: false,
  email_notification_preferences: { likes: 'daily' },
  push_notification_preferences: { likes: true },
  locale: 'en',
  time_zone: 'Africa/Lagos',
  muted_words: ['elections'],
};
const lapsed = { plan_name: 'Premium', plan_ends_at: new Date(0) };

const changes: [change: string, plan: 'free' | 'paid' | 'lapsed', sent: object, stored: Record<string, unknown>, passes: boolean][] = [
  ['open_fields', 'free', open, {}, true],
  ['open_fields', 'paid', open, {}, true],
  ['profile_unchanged', 'free', { profile_visibility: 'public', post_visibility: 'public', show_birthday: true }, {}, true],
  ['profile_to_private', 'free', { profile_visibility: 'private' }, {}, false],
  ['posts_to_followers', 'free', { post_visibility: 'followers' }, {}, false],
  ['open_fields_and_to_private', 'free', { ...open, profile_visibility: 'private' }, {}, false],
  ['profile_to_private', 'paid', { profile_visibility: 'private' }, {}, true],
  ['posts_to_followers', 'paid', { post_visibility: 'followers' }, {}, true],
  ['private_unchanged', 'lapsed', { profile_visibility: 'private' }, { ...lapsed, profile_visibility: 'private' }, true],
  ['private_to_public', 'lapsed', { profile_visibility: 'public' }, { ...lapsed, profile_visibility: 'private' }, true],
  ['public_to_private', 'lapsed', { profile_visibility: 'private' }, lapsed, false],
  ['public_to_followers', 'lapsed', { post_visibility: 'followers' }, lapsed, false],
];

export const settingsRows: Row[] = [
  { call: readForumSettings, expect: () => ok({ has: allFields }) },
  ...changes.map(([change, plan, json, stored, passes]): Row => ({
    call: saveForumSettings,
    about: { change, plan },
    actors: plan === 'paid' ? ['paid_member'] : except('paid_member'),
    expect: () =>
      passes ? ok({ has: [...allFields, 'message'], stores: true }) : { ...refused('upgrade_required'), has: ['errors'], stores: false },
    ask: (world, actor) => asStandIn(world, actor, { json }, stored),
  })),
];
