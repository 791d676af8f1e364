import { stockAvatarUrl } from '@mbari/contract/people/stock-avatars';
import type { OwnUpload } from './forum-queries.ts';
import type { OwnMessage } from './message-queries.ts';
import type { OwnPost } from './post-queries.ts';
import type { OwnAccount } from './queries.ts';

export const imageFile = (id: string): string => `images/${id}.jpeg`;

const imageFileOrNone = (id: string | null): string | null => (id === null ? null : imageFile(id));

/** Leaves out secrets. */
export const viewAccount = (row: OwnAccount) => ({
  id: row.id,
  username: row.username,
  email: row.email,
  email_verified_at: row.email_verified_at,
  new_email_asked_for: row.pending_email,
  joined_by_invitation_at: row.invited_at,
  answer_when_joining: row.joining_answer,
  rules_accepted_at: row.rules_accepted_at,
  role: row.role,
  role_without_groups: row.role_without_groups,
  created_at: row.created_at,
  has_password: row.has_password,
  second_step_since: row.second_step_since,
  recovery_codes_left: row.recovery_codes_left,
});

export const viewProfile = (row: OwnAccount) => ({
  name: row.name,
  bio: row.bio,
  gender: row.gender,
  date_of_birth: row.date_of_birth,
  occupation: row.occupation,
  country: row.country,
  country_code: row.country_code,
  phone: row.phone,
  social_links: row.social_links,
  interests: row.interests,
  followed_tags: row.followed_tags,
  followed_categories: row.followed_categories,
  picture: imageFileOrNone(row.avatar_image_id) ?? (row.avatar_stock === null ? null : stockAvatarUrl(row.avatar_stock)),
  cover: imageFileOrNone(row.cover_image_id),
  accent: row.accent,
  pinned_posts: row.pinned_posts,
});

export const viewPost = ({ images, ...post }: OwnPost) => ({
  ...post,
  images: images.map(({ id, ...image }) => ({ file: imageFile(id), ...image })),
});

export const viewMessage = ({ images, ...message }: OwnMessage) => ({
  ...message,
  images: images.map(({ id, alt }) => ({ file: imageFile(id), alt })),
});

export const viewUpload = ({ id, ...upload }: OwnUpload) => ({ id, file: imageFile(id), ...upload });
