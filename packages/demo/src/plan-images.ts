import { drawImage, type Scene, type Sheet } from './drawing/draw-image.ts';
import { type Family, paints } from './drawing/families.ts';
import { type Random, randomFrom } from './random.ts';

/** What will be drawn, down to the last stroke: `seed` is all the chance there is in it. */
export interface PlannedImage {
  family: Family;
  mood: string;
  seed: number;
  width: number;
  height: number;
}

type Shape = readonly [width: number, height: number];

const upright: Shape[] = [
  [4, 5],
  [3, 4],
  [2, 3],
  [1, 1],
  [4, 3],
];
const lying: Shape[] = [
  [3, 2],
  [16, 9],
  [12, 5],
  [4, 3],
  [3, 2],
  [4, 5],
];
const any: Shape[] = [
  [4, 5],
  [2, 3],
  [3, 4],
  [1, 1],
  [3, 2],
  [4, 3],
  [16, 9],
];

const shapes: Partial<Record<Family, Shape[]>> = {
  portraits: upright,
  masks: upright,
  lagoon: lying,
  land: lying,
  evening: lying,
  dancers: lying,
  things: lying,
};

/** Longer side in pixels. Few are as small as old phones made them, few as large as a good camera does. */
const lengths = [600, 1080, 1280, 1280, 1440, 1440, 1600, 1600, 1600, 1800, 2048, 2400];

const categories: Record<Family, string> = {
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

export function planImage(random: Random, what: string): PlannedImage {
  const family = familyOf(what);
  const [wide, tall] = random.pick(shapes[family] ?? any);
  const long = random.pick(lengths);
  const scale = long / Math.max(wide, tall);
  return {
    family,
    mood: what.slice(family.length + 1),
    seed: random.whole(1, 2 ** 31),
    width: Math.round(wide * scale),
    height: Math.round(tall * scale),
  };
}

/** The finished drawing, before it has a size in pixels; the same plan gives the same. */
export function sketch(image: PlannedImage): { scene: Scene; sheet: Sheet } {
  const short = Math.min(image.width, image.height);
  const sheet = { width: (image.width / short) * 1000, height: (image.height / short) * 1000 };
  return { scene: paints[image.family](randomFrom(image.seed), sheet, image.mood), sheet };
}

export async function paint(image: PlannedImage): Promise<{ jpeg: Buffer; alt: string }> {
  const { scene, sheet } = sketch(image);
  return { jpeg: await drawImage(scene, sheet, image.width, image.height), alt: scene.alt };
}
