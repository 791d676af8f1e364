import { z } from 'zod';
import { category } from '../photos/categories.ts';
import { award, image, photo } from '../photos/posts.ts';
import { seriesCard } from '../photos/series.ts';
import { endpoint } from '../platform/endpoint.ts';
import { because, dated, id, listMeta, paging } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { socialLinks, subscription } from './members.ts';
import { genders } from './profile-fields.ts';

export const accents = ['laterite', 'ochre', 'indigo', 'leaf', 'kola', 'soot'] as const;
export type Accent = (typeof accents)[number];

/** Post on a profile, with `category` as an object. */
export const profilePhoto = photo.extend({ category: category.nullable() });
export type ProfilePhoto = z.infer<typeof profilePhoto>;

/** Profile appearance of a paid member, empty after the plan ended. */
export const customisation = z.object({
  cover: image.nullable(),
  accent: z.enum(accents).nullable(),
  /** In display order, only posts that the viewer may see. */
  pinned: z.array(profilePhoto),
});
export type Customisation = z.infer<typeof customisation>;

const gender = z.enum(genders);

/** Profile that the viewer may open. Fields hidden from the viewer are omitted and not counted. */
export const publicProfile = z.object({
  id,
  name: z.string(),
  username: z.string(),
  is_private: z.literal(false),
  avatar_url: z.string().nullable(),
  profile_image: z.string().nullable(),
  profile_photo: z.string().nullable(),
  profile_picture: z.string().nullable(),
  bio: z.string().nullable(),
  created_at: dated,
  subscription,
  /** Category ids. `interests_named` has the same categories with names. */
  interests: z.array(id),
  interests_named: z.array(category),
  social_links: socialLinks,
  /** Counts only posts that the viewer may see. */
  stats: z.object({ photos_count: z.number().int(), likes_count: z.number().int(), comments_count: z.number().int() }),
  /** Threads of critique by the member that authors marked as helpful, at most 1,000. */
  helpful_count: z.number().int(),
  followers_count: z.number().int(),
  following_count: z.number().int(),
  is_following: z.boolean(),
  follows_viewer: z.boolean(),
  country: z.string().nullable().optional(),
  occupation: z.string().nullable().optional(),
  gender: gender.nullable().optional(),
  phone: z.string().nullable().optional(),
  email: z.string().optional(),
  date_of_birth: z.iso.date().nullable().optional(),
  profile: z.object({
    bio: z.string().nullable(),
    profile_image: z.string().nullable(),
    gender: gender.nullable().optional(),
    date_of_birth: z.iso.date().nullable().optional(),
    social_links: socialLinks,
  }),
  forum_settings: z.object({
    profile_visibility: z.enum(['public', 'private']),
    contact_visibility: z.enum(['everyone', 'followers', 'registered', 'private']),
    show_location: z.boolean(),
    show_phone_number: z.boolean(),
  }),
  /** First page of `/users/{username}/photos`. */
  photos: z.array(profilePhoto),
  photos_next_cursor: z.string().nullable(),
  /** Categories of the posts that the viewer may see, most posts first. */
  photo_categories: z.array(category.extend({ photos_count: z.number().int() })),
  /** The newest awards of posts that the viewer may see. */
  awards: z.array(award).max(limits.profileAwards),
  /** There is a series with a post that the viewer may see. */
  has_series: z.boolean(),
  customisation,
  viewer: z.object({
    is_owner: z.boolean(),
    may_follow: z.boolean(),
    may_block: z.boolean(),
    may_report: z.boolean(),
    is_muted: z.boolean(),
  }),
});
export type PublicProfile = z.infer<typeof publicProfile>;

/** Private profile for everyone but its owner. */
export const privateProfile = z.object({
  id,
  username: z.string(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  is_private: z.literal(true),
  is_following: z.boolean(),
  forum_settings: z.object({ profile_visibility: z.literal('private') }),
});
export type PrivateProfile = z.infer<typeof privateProfile>;

export const profileViewpoints = ['visitor', 'member', 'follower'] as const;
export type ProfileViewpoint = (typeof profileViewpoints)[number];

/** Viewpoint for the owner's preview of the profile. Ignored for other viewers. */
const as = z.enum(profileViewpoints, because('viewpointUnknown')).optional();
const named = z.object({ username: z.string().max(64) });

/** Forms send an empty text for an empty list. */
const pins = z
  .union([z.array(id), z.literal('').transform((): string[] => [])], because('pinsNotList'))
  .refine((ids) => ids.length <= limits.pinnedPhotos, because('tooManyPins', { most: limits.pinnedPhotos }))
  .refine((ids) => new Set(ids).size === ids.length, because('pinnedTwice'));

export const readProfile = endpoint('readProfile', {
  method: 'GET',
  path: '/users/{username}',
  access: 'optional',
  scope: 'read',
  summary:
    'Read a profile as the viewer may see it. A private one has only name, username and avatar. `as` previews the own profile as another viewer.',
  refuses: ['not_found'],
  shape: {
    params: named,
    query: z.object({ as }),
    answer: z.object({ data: z.discriminatedUnion('is_private', [publicProfile, privateProfile]) }),
  },
});

export const listProfilePhotos = endpoint('listProfilePhotos', {
  method: 'GET',
  path: '/users/{username}/photos',
  access: 'optional',
  scope: 'read',
  summary: 'List a member’s posts that the viewer may see, newest first. Only the owner sees those of a private profile.',
  refuses: ['not_found', 'profile_private'],
  shape: {
    params: named,
    query: z.object({
      ...paging,
      as,
      /** Category name, slug or id. An unknown category returns no posts. */
      category: z.string().max(limits.name).optional(),
    }),
    answer: z.object({ data: z.array(profilePhoto), meta: listMeta }),
  },
});

export const listProfileSeries = endpoint('listProfileSeries', {
  method: 'GET',
  path: '/users/{username}/series',
  access: 'optional',
  scope: 'read',
  summary: 'List a member’s series that the viewer may see, newest first. Only the owner sees empty ones.',
  refuses: ['not_found', 'profile_private'],
  shape: {
    params: named,
    query: z.object({ per_page: paging.per_page, cursor: paging.cursor, as }),
    answer: z.object({ data: z.array(seriesCard), meta: listMeta.pick({ per_page: true, next_cursor: true }) }),
  },
});

export const customiseProfile = endpoint('customiseProfile', {
  method: 'POST',
  path: '/me/customisation',
  access: 'onboarded',
  scope: 'write:social',
  takes: 'json or form',
  summary:
    'Change cover (a file `cover`, or `remove_cover`), accent and pinned posts. Part of the paid plan; removing them is always possible.',
  refuses: ['upgrade_required', 'too_large', 'overloaded', 'quota_exceeded', 'storage_full', 'storage_unavailable'],
  shape: {
    body: z.object({
      accent: z.enum([...accents, ''], because('colorNotOffered')).optional(),
      /** Ids of the member's own posts in display order. Replaces the list. */
      pinned: pins.optional(),
      remove_cover: z
        .union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')], because('coverRemovalInvalid'))
        .optional(),
    }),
    answer: z.object({ data: customisation, message: z.string() }),
  },
});
