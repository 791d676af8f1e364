import { earliestBirthday, latestBirthday } from '@mbari/contract/people/age';
import type { updateProfile } from '@mbari/contract/people/members';
import { type StockAvatar, stockAvatarUrl, stockAvatars } from '@mbari/contract/people/stock-avatars';
import type { BodyOf } from '@mbari/contract/platform/endpoint';
import * as limits from '@mbari/contract/platform/limits';
import { hasVisibleText } from '@mbari/contract/platform/visible-text';
import * as words from '@mbari/words/profiles';
import * as sentences from '@mbari/words/sentences';
import type { AvatarDraft } from '~/people/onboarding/avatar-draft.ts';
import { type Network, networks } from '~/people/profiles/names.ts';
import type { Profile } from '~/people/profiles/profile-queries.ts';
import { lengthOf } from '~/platform/lib/length-of.ts';
import type { FieldErrors } from '~/platform/lib/use-form.ts';

export interface ProfileValues {
  name: string;
  bio: string;
  gender: string;
  occupation: string;
  country: string;
  phone: string;
  date_of_birth: string;
  links: Record<Network, string>;
  interests: readonly string[];
  /** `worn`: the current avatar. */
  avatar: StockAvatar | 'worn';
  photo: AvatarDraft | null;
}

export const valuesOf = (profile: Profile): ProfileValues => ({
  name: profile.name,
  bio: profile.bio ?? '',
  gender: profile.gender ?? '',
  occupation: profile.occupation ?? '',
  country: profile.country ?? '',
  phone: profile.phone ?? '',
  date_of_birth: profile.date_of_birth ?? '',
  links: Object.fromEntries(networks.map((network) => [network, profile.social_links[network] ?? ''])) as Record<Network, string>,
  interests: profile.interests,
  avatar: stockAvatars.find((name) => stockAvatarUrl(name) === profile.avatar_url) ?? 'worn',
  photo: null,
});

const plain = ['name', 'bio', 'gender', 'occupation', 'country', 'phone', 'date_of_birth'] as const;

export function changesOf(before: ProfileValues, now: ProfileValues): BodyOf<typeof updateProfile> {
  const changed = plain.filter((field) => now[field].trim() !== before[field]);
  const links = networks.filter((network) => now.links[network].trim() !== before.links[network]);
  return {
    ...Object.fromEntries(changed.map((field) => [field, now[field].trim()])),
    ...(links.length > 0 && {
      social_links: Object.fromEntries(networks.map((network) => [network, now.links[network].trim()])),
    }),
    ...(now.avatar !== 'worn' && now.avatar !== before.avatar && { profile_image_url: stockAvatarUrl(now.avatar) }),
  };
}

export const changedInterests = (before: ProfileValues, now: ProfileValues): boolean =>
  before.interests.length !== now.interests.length || now.interests.some((id) => !before.interests.includes(id));

export const isChanged = (before: ProfileValues, now: ProfileValues): boolean =>
  now.photo !== null || Object.keys(changesOf(before, now)).length > 0 || changedInterests(before, now);

/** Validates before sending. */
export function errorsIn(before: ProfileValues, now: ProfileValues): FieldErrors {
  const over = lengthOf(now.bio) - limits.bio;
  const birthday = now.date_of_birth;
  const entries: [string, string | false][] = [
    ['name', !hasVisibleText(now.name) && words.nameRequired],
    ['bio', over > 0 && words.tooLong({ count: over })],
    ['date_of_birth', birthday !== '' && birthday > latestBirthday() && sentences.tooYoung],
    ['date_of_birth', birthday !== '' && birthday < earliestBirthday && words.bornTooEarly],
    ['date_of_birth', birthday === '' && before.date_of_birth !== '' && words.dateRequired],
    ...networks.map((network): [string, string | false] => [
      `social_links.${network}`,
      !isLink(now.links[network].trim()) && words.linkInvalid,
    ]),
    ['category_ids', changedInterests(before, now) && now.interests.length === 0 && words.interestRequired],
  ];
  return Object.fromEntries(entries.flatMap(([field, text]) => (text === false ? [] : [[field, [text]]])));
}

/** Adds a missing https://, as in `instagram.com/olu`. */
export const asLink = (typed: string): string => {
  const text = typed.trim();
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/.test(text) ? `https://${text}` : text;
};

const isLink = (text: string): boolean =>
  text === '' || (/^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text) && new URL(text).hostname.includes('.'));
