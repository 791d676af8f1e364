import { z } from 'zod';
import { genders } from '../genders.ts';
import { dated, id } from './fields.ts';

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
