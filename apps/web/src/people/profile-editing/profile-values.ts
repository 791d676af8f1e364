import type { updateProfile } from '@mbari/contract/people/members';
import { earliestBirthday, latestBirthday, type StockAvatar, stockAvatars, stockAvatarUrl } from '@mbari/contract/people/profile-fields';
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

const textFields = ['name', 'bio', 'gender', 'occupation', 'country', 'phone', 'date_of_birth'] as const;

export function changesOf(before: ProfileValues, current: ProfileValues): BodyOf<typeof updateProfile> {
  const changedFields = textFields.filter((field) => current[field].trim() !== before[field]);
  const links = networks.filter((network) => current.links[network].trim() !== before.links[network]);
  return {
    ...Object.fromEntries(changedFields.map((field) => [field, current[field].trim()])),
    ...(links.length > 0 && {
      social_links: Object.fromEntries(networks.map((network) => [network, current.links[network].trim()])),
    }),
    ...(current.avatar !== 'worn' && current.avatar !== before.avatar && { profile_image_url: stockAvatarUrl(current.avatar) }),
  };
}

export const haveInterestsChanged = (before: ProfileValues, current: ProfileValues): boolean =>
  before.interests.length !== current.interests.length || current.interests.some((id) => !before.interests.includes(id));

export const isChanged = (before: ProfileValues, current: ProfileValues): boolean =>
  current.photo !== null || Object.keys(changesOf(before, current)).length > 0 || haveInterestsChanged(before, current);

export function validate(before: ProfileValues, current: ProfileValues): FieldErrors {
  const over = lengthOf(current.bio) - limits.bio;
  const birthday = current.date_of_birth;
  const entries: [string, string | false][] = [
    ['name', !hasVisibleText(current.name) && words.nameRequired],
    ['bio', over > 0 && words.tooLong({ count: over })],
    ['date_of_birth', birthday !== '' && birthday > latestBirthday() && sentences.tooYoung],
    ['date_of_birth', birthday !== '' && birthday < earliestBirthday && words.bornTooEarly],
    ['date_of_birth', birthday === '' && before.date_of_birth !== '' && words.dateRequired],
    ...networks.map((network): [string, string | false] => [
      `social_links.${network}`,
      !isLink(current.links[network].trim()) && words.linkInvalid,
    ]),
    ['category_ids', haveInterestsChanged(before, current) && current.interests.length === 0 && words.interestRequired],
  ];
  return Object.fromEntries(entries.flatMap(([field, text]) => (text === false ? [] : [[field, [text]]])));
}

/** Adds a missing https://, as in `instagram.com/olu`. */
export const toLink = (input: string): string => {
  const text = input.trim();
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/.test(text) ? `https://${text}` : text;
};

const isLink = (text: string): boolean =>
  text === '' || (/^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text) && new URL(text).hostname.includes('.'));
