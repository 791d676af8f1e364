import path from 'node:path';
import { altTexts } from './alt-texts.ts';

/** WebP file of this package. */
export interface PlannedImage {
  file: string;
  alt: string;
}

const categories = {
  adire: 'textile',
  baskets: 'textile',
  court: 'architecture',
  dancers: 'dance',
  evening: 'festivals',
  lagoon: 'photography',
  land: 'photography',
  masks: 'sculpture',
  'mud-cloth': 'textile',
  portraits: 'fashion',
  pots: 'sculpture',
  table: 'food',
  things: 'music',
  town: 'photography',
  uli: 'painting',
  umbrellas: 'festivals',
  wall: 'painting',
  weave: 'textile',
};

/** Subject of an image. */
export type Family = keyof typeof categories;
export const families = Object.keys(categories) as Family[];

const categoriesOfMoods: Record<string, string> = {
  'evening film': 'film',
  'evening stage': 'music',
  'things beads': 'fashion',
  'things books': 'literature',
  'wall tiles': 'architecture',
  'town hill': 'architecture',
};

export const usualCategory = (what: string): string => categoriesOfMoods[what] ?? categories[familyOf(what)];

export const familyOf = (what: string): Family => what.split(' ')[0] as Family;

export const avatarOf = (username: string): PlannedImage => imageNamed(`${username}-avatar`);

/** Returns the one to three images of a person's work, counted from 0. */
export function imagesOf(username: string, work: number): PlannedImage[] {
  const name = `${username}-${work + 1}`;
  return name in altTexts
    ? [imageNamed(name)]
    : ['a', 'b', 'c'].filter((part) => name + part in altTexts).map((part) => imageNamed(name + part));
}

const imageNamed = (name: string): PlannedImage => ({
  file: path.join(import.meta.dirname, '../images', `${name}.webp`),
  alt: altTexts[name]!,
});
