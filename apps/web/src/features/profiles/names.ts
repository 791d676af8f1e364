import type { Gender } from '@mbari/contract/genders';

export const genderWords: Record<Gender, string> = {
  'male': 'Male',
  'female': 'Female',
  'non-binary': 'Non-binary',
  'other': 'Other',
  'prefer-not-to-say': 'Prefers not to say',
};

export const networkWords = {
  twitter: 'Twitter',
  linkedin: 'LinkedIn',
  github: 'GitHub',
  instagram: 'Instagram',
  facebook: 'Facebook',
} as const;
export type Network = keyof typeof networkWords;
export const networks = Object.keys(networkWords) as Network[];

const regions = new Intl.DisplayNames('en', { type: 'region' });

/** A country's name, or the code itself where it is unknown. */
export function countryName(code: string): string {
  try {
    return regions.of(code) ?? code;
  } catch {
    return code;
  }
}

export const inThousands = (count: number): string => count.toLocaleString('en');

/** 'March 2024'. */
export const monthOf = (iso: string): string => new Date(iso).toLocaleDateString('en-GB', { month: 'long', year: 'numeric' });

/** '12 April 1990', the same in every time zone. */
export const dayOf = (date: string): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
