import type { Customisation, PrivateProfile, PublicProfile } from '@mbari/contract/people/profiles';
import type { ListMeta } from '@mbari/contract/platform/fields';
import { viewImage } from '../../photos/posts/views.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import type { ProfileView } from './find-profile-view.ts';
import type { CustomisationRow, GalleryRow, PracticeRow, ProfileRow } from './queries.ts';

export function viewPrivateProfile(profile: ProfileRow): PrivateProfile {
  const { id, username, name, avatar_url } = viewAuthor(profile);
  return {
    id,
    username,
    name,
    avatar_url,
    is_private: true,
    is_following: profile.is_following,
    forum_settings: { profile_visibility: 'private' },
  };
}

interface ProfileContent {
  practice: PracticeRow;
  gallery: GalleryRow;
  meta: ListMeta;
}

/** Presents a member without posts, which are appended as JSON. Hidden fields have no key. */
export function viewProfile({ profile, viewer }: ProfileView, content: ProfileContent): Omit<PublicProfile, 'photos' | 'customisation'> {
  const { id, name, username, avatar_url: avatar, subscription } = viewAuthor(profile);
  const readable = readableDetailsOf(viewer, profile);
  const isActing = mayAct(viewer);
  const isOther = isActing && !profile.is_owner;
  const personal = {
    ...(readable.contact && { gender: profile.gender }),
    ...(readable.birthday && { date_of_birth: profile.date_of_birth }),
  };
  return {
    id,
    name,
    username,
    is_private: false,
    avatar_url: avatar,
    profile_image: avatar,
    profile_photo: avatar,
    profile_picture: avatar,
    bio: profile.bio,
    created_at: profile.created_at.toISOString(),
    subscription,
    interests: profile.interests.map((interest) => interest.id),
    interests_named: profile.interests,
    social_links: profile.social_links,
    stats: {
      photos_count: content.meta.total,
      likes_count: content.gallery.likes_count,
      comments_count: content.gallery.comments_count,
    },
    followers_count: profile.followers_count,
    following_count: profile.following_count,
    is_following: profile.is_following,
    follows_viewer: profile.follows_viewer,
    ...personal,
    ...(readable.contact && { occupation: profile.occupation }),
    ...(readable.country && { country: profile.country }),
    ...(readable.phone && { phone: profile.phone }),
    ...(readable.email && { email: profile.email }),
    profile: { bio: profile.bio, profile_image: avatar, ...personal, social_links: profile.social_links },
    forum_settings: {
      profile_visibility: profile.profile_visibility,
      contact_visibility: profile.contact_visibility,
      show_location: profile.show_location,
      show_phone_number: profile.show_phone_number,
    },
    photos_next_cursor: content.meta.next_cursor,
    photo_categories: content.gallery.photo_categories,
    helpful_count: content.practice.helpful_count,
    awards: content.practice.awards,
    has_series: profile.posts_count > 0 && profile.has_series,
    viewer: {
      is_owner: profile.is_owner,
      may_follow: isActing && profile.may_follow,
      may_block: isOther,
      may_report: isOther,
      is_muted: profile.is_muted,
    },
  };
}

export const viewCustomisation = (context: Context, row: CustomisationRow | undefined): Omit<Customisation, 'pinned'> => ({
  cover: row?.cover
    ? viewImage(context, { ...row.cover, thumbhash: Buffer.from(row.cover.thumbhash, 'base64'), alt: '' }, row.is_cover_public)
    : null,
  accent: row?.accent ?? null,
});

type Settings = Pick<
  ProfileRow,
  'is_owner' | 'contact_visibility' | 'show_location' | 'show_phone_number' | 'show_email' | 'show_birthday'
>;

interface ReadableDetails {
  contact: boolean;
  country: boolean;
  phone: boolean;
  email: boolean;
  birthday: boolean;
}

/** Treats `registered` and `followers` alike: both require a verified address, against throwaway accounts. */
function readableDetailsOf(viewer: Viewer | null, settings: Settings): ReadableDetails {
  const { is_owner: isOwner, contact_visibility: visibility } = settings;
  const contact = isOwner || visibility === 'everyone' || (visibility !== 'private' && (viewer?.email_verified ?? false));
  const mayReadDetail = (isVisible: boolean): boolean => isOwner || (contact && isVisible);
  return {
    contact,
    country: mayReadDetail(settings.show_location),
    phone: mayReadDetail(settings.show_phone_number),
    email: mayReadDetail(settings.show_email),
    birthday: mayReadDetail(settings.show_birthday),
  };
}

/** Members with an unfinished account may only read. */
export const mayAct = (viewer: Viewer | null): viewer is Viewer => viewer !== null && viewer.email_verified && viewer.has_onboarding;
