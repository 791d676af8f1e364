import { z } from 'zod';
import { rule } from '../moderation/rules.ts';
import { type DeliverySetting, deliverySettings, type NotificationSetting, notificationSettings } from '../notifications/settings.ts';
import { category } from '../photos/categories.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, id, text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { countries, earliestBirthday, genders, latestBirthday, stockAvatars, stockAvatarUrl } from './profile-fields.ts';

export const subscription = z.object({
  is_active: z.boolean(),
  is_paid_plan: z.boolean(),
  plan_name: z.string().nullable(),
});

/** Member as shown with their content. */
export const author = z.object({
  id,
  name: z.string(),
  username: z.string(),
  avatar_url: z.string().nullable(),
  profile: z.object({ profile_image: z.string().nullable() }),
  subscription,
});
export type Author = z.infer<typeof author>;

export const socialNetworks = ['twitter', 'linkedin', 'github', 'instagram', 'facebook'] as const;

export const socialLinks = z.object(
  Object.fromEntries(socialNetworks.map((network) => [network, z.string().optional()])) as Record<
    (typeof socialNetworks)[number],
    z.ZodOptional<z.ZodString>
  >,
);

const pace = z.enum(['off', 'instant', 'daily'], because('mailPaceUnknown'));

const perSetting = <Field>(field: Field) =>
  Object.fromEntries(deliverySettings.map((setting) => [setting, field])) as Record<DeliverySetting, Field>;

/** Returns a field for each in-app switch. */
export const perSwitch = <Field>(fieldOf: (setting: string) => Field) =>
  Object.fromEntries(Object.entries(notificationSettings).map(([setting, name]) => [name, fieldOf(setting)])) as Record<
    (typeof notificationSettings)[NotificationSetting],
    Field
  >;

export const emailPreferences = z.object({ ...perSetting(pace), digest: z.enum(['off', 'weekly'], because('digestUnknown')) });

export const pushPreferences = z.object(perSetting(z.boolean(because('settingNotYesOrNo', { field: 'push' }))));

export const directMessageSenders = ['everyone', 'following'] as const;

export const sensitivePhotos = ['warn', 'show', 'hide'] as const;

export const forumSettings = z.object({
  profile_visibility: z.enum(['public', 'private']),
  post_visibility: z.enum(['public', 'followers']),
  contact_visibility: z.enum(['everyone', 'followers', 'registered', 'private']),
  show_online_status: z.boolean(),
  allow_direct_messages: z.boolean(),
  /** Members who may begin a conversation, if `allow_direct_messages`: everyone, or only those whom the member follows. */
  direct_messages_from: z.enum(directMessageSenders),
  /** Read receipts and typing indicators work both ways: a member who hides theirs does not see those of others. */
  show_read_receipts: z.boolean(),
  show_typing: z.boolean(),
  show_email: z.boolean(),
  show_phone_number: z.boolean(),
  show_location: z.boolean(),
  show_birthday: z.boolean(),
  /** Visitors and search engines may see the member's public posts. */
  show_to_visitors: z.boolean(),
  /** The Following feed also has posts with the tags and in the categories that the member follows. */
  tags_in_following: z.boolean(),
  /** Posts with a content warning: left out of lists, blurred, or shown. */
  sensitive_photos: z.enum(sensitivePhotos),
  /** Others may ask to name the member in their photos. */
  may_be_named: z.boolean(),
  takes_alt_proposals: z.boolean(),
  ...perSwitch(() => z.boolean()),
  push_notification_preferences: pushPreferences,
  email_notification_preferences: emailPreferences,
  /** Language of pages and emails. Null if none was chosen or it is no longer offered. */
  locale: z.string().nullable(),
  /** Time zone for daily and weekly emails. Null: the community's time zone. */
  time_zone: z.string().nullable(),
  /** Content of others with one of these words or phrases is collapsed. */
  muted_words: z.array(z.string()),
});
export type ForumSettings = z.infer<typeof forumSettings>;

const gender = z.enum(genders);

/** Notice of the organisers to a member. */
const notice = z.object({ id, reason: z.string().nullable(), rule: rule.nullable(), created_at: dated });

export const currentUser = z.object({
  id,
  name: z.string(),
  username: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  email_verified_at: dated.nullable(),
  /** True if the address is verified, but organisers have not approved the member. */
  awaits_approval: z.boolean(),
  has_onboarding: z.boolean(),
  /** False if the member must accept the rules first. */
  rules_accepted: z.boolean(),
  role: z.enum(['member', 'moderator', 'admin']),
  phone: z.string().nullable(),
  country_code: z.string().nullable(),
  country: z.string().nullable(),
  occupation: z.string().nullable(),
  bio: z.string().nullable(),
  gender: gender.nullable(),
  date_of_birth: z.iso.date().nullable(),
  created_at: dated,
  avatar_url: z.string().nullable(),
  profile_image: z.string().nullable(),
  profile_photo: z.string().nullable(),
  profile_picture: z.string().nullable(),
  interests: z.array(id),
  stats: z.object({ photos_count: z.number().int(), likes_count: z.number().int(), comments_count: z.number().int() }),
  followers_count: z.number().int(),
  following_count: z.number().int(),
  social_links: socialLinks,
  /** `ends_at` is null without a plan, or if the plan has no end. */
  subscription: subscription.extend({ ends_at: dated.nullable() }),
  forum_settings: forumSettings,
  warning: notice.nullable(),
  /** Set if the member may only read. Null `until`: no end. */
  silence: z.object({ reason: z.string(), until: dated.nullable() }).nullable(),
  profile: z.object({
    bio: z.string().nullable(),
    profile_image: z.string().nullable(),
    gender: gender.nullable(),
    date_of_birth: z.iso.date().nullable(),
    social_links: socialLinks,
  }),
  /** The newest three announcements that the member has not dismissed. */
  announcements: z.array(z.object({ id: z.string(), text: z.string(), is_dismissable: z.boolean() })),
  /** Permissions of the member, so that the web app repeats no rules. */
  viewer: z.object({
    may_post: z.boolean(),
    images_per_post: z.number().int(),
    may_set_visibility: z.boolean(),
    may_customise: z.boolean(),
    upgrade_url: z.string(),
  }),
});
export type CurrentUser = z.infer<typeof currentUser>;

const spellings: Record<string, string> = { prefer_not_to_say: 'prefer-not-to-say', non_binary: 'non-binary' };

export const dateOfBirth = z.iso
  .date(because('birthdayInvalid'))
  .refine((day) => day >= earliestBirthday, because('birthdayTooEarly'))
  .refine((day) => day <= latestBirthday(), because('tooYoung'));

const link = z
  .string(because('mustBeText', { field: 'link' }))
  .max(limits.socialLink, because('textTooLong', { field: 'link', most: limits.socialLink }))
  .refine((value) => value === '' || isWebAddress(value), because('linkInvalid'));

function isWebAddress(value: string): boolean {
  if (!/^https?:\/\/[^\s\\\u0000-\u0020]+$/i.test(value)) return false;
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return url.username === '' && url.password === '' && url.hostname.includes('.');
}

const links = z.strictObject(
  Object.fromEntries(socialNetworks.map((network) => [network, link.optional()])) as Record<
    (typeof socialNetworks)[number],
    z.ZodOptional<typeof link>
  >,
  because('socialLinksInvalid'),
);

const linksOrText = z.union([
  links,
  z
    .string()
    .max(2048)
    .transform((json, context) => {
      try {
        return JSON.parse(json) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: because('socialLinksNotJson') });
        return z.NEVER;
      }
    })
    .pipe(links),
]);

export const profileFields = z.object({
  name: text({ label: 'name', max: limits.name, min: 1, keepsInvisible: true }).optional(),
  bio: text({ label: 'bio', max: limits.bio, min: 1, lines: true }).optional(),
  gender: z
    .string(because('mustBeText', { field: 'gender' }))
    .max(40)
    .transform((value) => (Object.hasOwn(spellings, value) ? spellings[value] : value))
    .pipe(z.enum(genders, because('genderNotListed')))
    .optional(),
  date_of_birth: dateOfBirth.optional(),
  occupation: text({ label: 'occupation', max: limits.occupation, min: 1, keepsInvisible: true }).optional(),
  country: z
    .string(because('mustBeText', { field: 'country' }))
    .regex(/^(?:[A-Za-z]{2})?$/, { error: because('countryNotCode'), abort: true })
    .transform((code) => code.toUpperCase())
    .refine((code) => code === '' || countries.includes(code), because('countryUnknown'))
    .optional(),
  phone: z
    .string(because('mustBeText', { field: 'phone' }))
    .max(32, because('phoneTooLong'))
    .optional(),
  social_links: linksOrText.optional(),
  profile_image: z.enum(stockAvatars.map(stockAvatarUrl), because('pictureNotOffered')).optional(),
  profile_image_url: z.enum(stockAvatars.map(stockAvatarUrl), because('pictureNotOffered')).optional(),
});

export const readMe = endpoint('readMe', {
  method: 'GET',
  path: '/me',
  access: 'session',
  scope: 'read',
  summary: 'Read the signed-in member.',
  shape: { answer: z.object({ data: currentUser }) },
});

export const readAuthMe = endpoint('readAuthMe', {
  method: 'GET',
  path: '/auth/me',
  access: 'session',
  scope: 'read',
  summary: 'Alias of `GET /me`.',
  shape: { answer: z.object({ data: currentUser }) },
});

export const updateProfile = endpoint('updateProfile', {
  method: 'POST',
  path: '/me/profile',
  access: 'verified',
  scope: 'write:social',
  takes: 'json or form',
  summary: 'Change the member’s profile. Omitted fields keep their values. A form may have a file `profile_image`.',
  refuses: ['too_large', 'overloaded', 'quota_exceeded', 'storage_full', 'storage_unavailable'],
  shape: { body: profileFields, answer: z.object({ data: currentUser, message: z.string() }) },
});

export const readInterests = endpoint('readInterests', {
  method: 'GET',
  path: '/me/interests',
  access: 'verified',
  scope: 'read',
  summary: 'List the available and the chosen interests.',
  shape: { answer: z.object({ available: z.array(category), selected: z.array(category) }) },
});

export const replaceInterests = endpoint('replaceInterests', {
  method: 'PUT',
  path: '/me/interests',
  access: 'verified',
  scope: 'write:social',
  takes: 'json',
  summary: 'Replace the chosen interests.',
  shape: {
    body: z.object({
      /** At least one, unless there are no categories. */
      category_ids: z.array(id, because('interestsNotList')).max(limits.interests),
    }),
    answer: z.object({ available: z.array(category), selected: z.array(category), message: z.string() }),
  },
});
