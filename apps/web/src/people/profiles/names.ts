import type { Gender } from '@mbari/contract/people/profile-fields';
import { date } from '@mbari/words/format';
import * as words from '@mbari/words/profiles';

export const genderNames: Record<Gender, string> = {
  'male': words.male,
  'female': words.female,
  'non-binary': words.nonBinary,
  'other': words.otherGender,
  'prefer-not-to-say': words.prefersNotToSay,
};

export const networkNames = {
  twitter: 'Twitter',
  linkedin: 'LinkedIn',
  github: 'GitHub',
  instagram: 'Instagram',
  facebook: 'Facebook',
} as const;
export type Network = keyof typeof networkNames;
export const networks = Object.keys(networkNames) as Network[];

/** '12 April 1990' in every time zone. */
export const dayOf = (day: string): string =>
  date(new Date(`${day}T00:00:00Z`), { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
