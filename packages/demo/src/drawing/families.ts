import { adire } from './scenes/adire.ts';
import { baskets } from './scenes/baskets.ts';
import { court } from './scenes/court.ts';
import { dancers } from './scenes/dancers.ts';
import { evening } from './scenes/evening.ts';
import { lagoon } from './scenes/lagoon.ts';
import { land } from './scenes/land.ts';
import { masks } from './scenes/masks.ts';
import { mudCloth } from './scenes/mud-cloth.ts';
import { portraits } from './scenes/portraits.ts';
import { pots } from './scenes/pots.ts';
import { table } from './scenes/table.ts';
import { things } from './scenes/things.ts';
import { town } from './scenes/town.ts';
import { uli } from './scenes/uli.ts';
import { umbrellas } from './scenes/umbrellas.ts';
import { wall } from './scenes/wall.ts';
import { weave } from './scenes/weave.ts';
import type { Paint } from './svg.ts';

/** Every family of images the demo can draw. */
export const paints = {
  adire,
  baskets,
  court,
  dancers,
  evening,
  lagoon,
  land,
  masks,
  'mud-cloth': mudCloth,
  portraits,
  pots,
  table,
  things,
  town,
  uli,
  umbrellas,
  wall,
  weave,
} satisfies Record<string, Paint>;
export type Family = keyof typeof paints;
