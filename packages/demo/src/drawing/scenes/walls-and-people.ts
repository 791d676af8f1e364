import type { Random } from '../../random.ts';
import { oklch } from '../colour.ts';
import { blob, box, brush, disc, polygon, spiral, wave } from '../lines.ts';
import { fill } from '../svg.ts';

/** The colours of one place. */
export interface Earth {
  sky: [string, string];
  lit: string;
  shade: string;
  floor: string;
  trim: string;
}

export type Drawn = { svg: string; alt: string };

/** Somebody stands in the sun: a robe, a head and something on it, and the shadow they throw. */
export function figure(random: Random, x: number, y: number, tall: number, shadow: readonly [number, number]): string {
  const [dx, dy] = [shadow[0] * tall, shadow[1] * tall];
  const robe = random.pick([
    oklch(0.22, 0.02, 280),
    oklch(0.93, 0.02, 85),
    oklch(0.4, 0.14, 265),
    oklch(0.55, 0.17, 32),
    oklch(0.5, 0.1, 155),
  ]);
  const wrap = random.pick([oklch(0.8, 0.14, 85), oklch(0.93, 0.03, 85), oklch(0.6, 0.18, 30), oklch(0.45, 0.14, 265)]);
  let svg =
    fill(
      polygon([
        [x - tall * 0.15, y],
        [x + tall * 0.15, y],
        [x + dx + tall * 0.11, y + dy],
        [x + dx - tall * 0.03, y + dy + tall * 0.02],
      ]),
      '#1c0d14',
      0.5,
    ) + fill(disc(x + dx * 1.06, y + dy * 1.06, tall * 0.1, tall * 0.06), '#1c0d14', 0.5);
  svg += fill(
    `M${x - tall * 0.17} ${y}C${x - tall * 0.17} ${y - tall * 0.4} ${x - tall * 0.15} ${y - tall * 0.74} ${x - tall * 0.02} ${y - tall * 0.76}C${x + tall * 0.13} ${y - tall * 0.74} ${x + tall * 0.15} ${y - tall * 0.4} ${x + tall * 0.18} ${y}Z`,
    robe,
  );
  svg += fill(
    `M${x} ${y - tall * 0.76}C${x + tall * 0.13} ${y - tall * 0.74} ${x + tall * 0.15} ${y - tall * 0.4} ${x + tall * 0.18} ${y}H${x + tall * 0.04}C${x + tall * 0.08} ${y - tall * 0.4} ${x + tall * 0.06} ${y - tall * 0.6} ${x} ${y - tall * 0.76}Z`,
    '#12081a',
    0.3,
  );
  svg += fill(disc(x, y - tall * 0.85, tall * 0.085, tall * 0.1), oklch(0.24, 0.045, 45));
  return (
    svg +
    fill(
      random.chance(0.6)
        ? disc(x, y - tall * 0.93, tall * 0.13, tall * 0.065)
        : box(x - tall * 0.08, y - tall * 0.99, tall * 0.16, tall * 0.1),
      wrap,
    )
  );
}

export const doorway = (x: number, y: number, wide: number, tall: number): string =>
  `M${x} ${y}V${y - tall + wide / 2}A${wide / 2} ${wide / 2} 0 0 1 ${x + wide} ${y - tall + wide / 2}V${y}Z`;

/** Signs painted on a wall in the trim colour. */
export function signs(random: Random, x: number, y: number, size: number, colour: string): string {
  let path = brush(random, spiral(x, y, size * 0.5, 2.6, random.between(0, 6)), size * 0.09);
  for (let row = 0; row < 4; row += 1)
    path += brush(random, wave(x - size * 1.9, y - size * 0.35 + row * size * 0.22, size * 1.05, size * 0.07, 2), size * 0.07);
  for (let dot = 0; dot < 9; dot += 1)
    path += blob(random, x + size * (1 + (dot % 3) * 0.22), y + size * (Math.floor(dot / 3) * 0.22 - 0.22), size * 0.05, 0.2, 6);
  return fill(path, colour, 0.85);
}
