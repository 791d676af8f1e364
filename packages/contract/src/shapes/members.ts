import { z } from 'zod';
import { earliestBirthday, latestBirthday } from '../age.ts';
import { countries } from '../countries.ts';
import { genders } from '../genders.ts';
import * as limits from '../limits.ts';
import * as sentences from '../sentences.ts';
import { stockAvatars, stockAvatarUrl } from '../stock-avatars.ts';
import { category } from './categories.ts';
import { id, dated, text } from './fields.ts';

export const subscription = z.object({
  is_active: z.boolean(),
  is_paid_plan: z.boolean(),
  plan_name: z.string().nullable(),
});

/** A member as shown beside what they made. */
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

const pace = z.enum(['off', 'instant', 'daily'], 'Choose off, instant or daily.');

/** How one hears by mail of each kind of thing. */
export const emailPreferences = z.object({
  likes: pace,
  comments: pace,
  follows: pace,
  mentions: pace,
  forum: pace,
  digest: z.enum(['off', 'weekly'], 'Choose off or weekly.'),
});

export const forumSettings = z.object({
  profile_visibility: z.enum(['public', 'private']),
  post_visibility: z.enum(['public', 'followers']),
  contact_visibility: z.enum(['everyone', 'followers', 'registered', 'private']),
  show_online_status: z.boolean(),
  allow_direct_messages: z.boolean(),
  show_email: z.boolean(),
  show_phone_number: z.boolean(),
  show_location: z.boolean(),
  show_birthday: z.boolean(),
  notify_on_mention: z.boolean(),
  notify_on_reply: z.boolean(),
  notify_on_follow: z.boolean(),
  email_notification_preferences: emailPreferences,
  /** The language of pages and mails; null: none was chosen, or it is offered no longer. */
  locale: z.string().nullable(),
});
export type ForumSettings = z.infer<typeof forumSettings>;

const gender = z.enum(genders);

/** The signed-in member, as they see themselves. */
export const currentUser = z.object({
  id,
  name: z.string(),
  username: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  email_verified_at: dated.nullable(),
  has_onboarding: z.boolean(),
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
  /** Null: it has no end, or there is no plan. */
  subscription: subscription.extend({ ends_at: dated.nullable() }),
  forum_settings: forumSettings,
  profile: z.object({
    bio: z.string().nullable(),
    profile_image: z.string().nullable(),
    gender: gender.nullable(),
    date_of_birth: z.iso.date().nullable(),
    social_links: socialLinks,
  }),
  /** What the member may do now, so that the web app repeats no rule. */
  viewer: z.object({
    may_post: z.boolean(),
    images_per_post: z.number().int(),
    may_set_visibility: z.boolean(),
    may_customise: z.boolean(),
    /** Where 'Upgrade Plan' leads this member. */
    upgrade_url: z.string(),
  }),
});
export type CurrentUser = z.infer<typeof currentUser>;

const spellings: Record<string, string> = { prefer_not_to_say: 'prefer-not-to-say', non_binary: 'non-binary' };

/** A real calendar day that is at least 18 years ago. */
export const dateOfBirth = z.iso
  .date('The date of birth must be a real day, as YYYY-MM-DD.')
  .refine((day) => day >= earliestBirthday, 'The date of birth must be after 1900.')
  .refine((day) => day <= latestBirthday(), sentences.tooYoung);

const link = z
  .string('The link must be text.')
  .max(limits.socialLink, `The link may have at most ${limits.socialLink} characters.`)
  .refine((value) => value === '' || isWebAddress(value), 'The link must be a web address (https://…).');

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
  'The social links must be an object.',
);

/** Forms carry the links as JSON text. */
const linksOrText = z.union([
  links,
  z
    .string()
    .max(2048)
    .transform((json, context) => {
      try {
        return JSON.parse(json) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'The social links must be JSON.' });
        return z.NEVER;
      }
    })
    .pipe(links),
]);

export const profileFields = z.object({
  name: text({ label: 'name', max: limits.name, min: 1 }).optional(),
  bio: text({ label: 'bio', max: limits.bio, min: 1, lines: true }).optional(),
  gender: z
    .string('The gender must be text.')
    .max(40)
    .transform((value) => (Object.hasOwn(spellings, value) ? spellings[value] : value))
    .pipe(z.enum(genders, 'Choose one of the genders listed.'))
    .optional(),
  date_of_birth: dateOfBirth.optional(),
  occupation: text({ label: 'occupation', max: limits.occupation, min: 1 }).optional(),
  country: z
    .string('The country must be text.')
    .regex(/^(?:[A-Za-z]{2})?$/, { error: 'The country must be a two-letter code.', abort: true })
    .transform((code) => code.toUpperCase())
    // Empty: taken away.
    .refine((code) => code === '' || countries.includes(code), 'The country must be one that there is.')
    .optional(),
  phone: z.string('The phone must be text.').max(32, 'The phone number is too long.').optional(),
  social_links: linksOrText.optional(),
  profile_image: z.enum(stockAvatars.map(stockAvatarUrl), 'Choose one of the pictures offered.').optional(),
  profile_image_url: z.enum(stockAvatars.map(stockAvatarUrl), 'Choose one of the pictures offered.').optional(),
});

export const memberShapes = {
  readMe: { answer: z.object({ data: currentUser }) },
  readAuthMe: { answer: z.object({ data: currentUser }) },
  updateProfile: { body: profileFields, answer: z.object({ data: currentUser, message: z.string() }) },
  readInterests: { answer: z.object({ available: z.array(category), selected: z.array(category) }) },
  replaceInterests: {
    body: z.object({
      category_ids: z.array(id, 'The interests must be a list.').min(1, 'Choose at least one interest.').max(limits.interests),
    }),
    answer: z.object({ available: z.array(category), selected: z.array(category), message: z.string() }),
  },
};
