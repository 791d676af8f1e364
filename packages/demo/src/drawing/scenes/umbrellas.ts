import type { Random } from '../../random.ts';
import { darker, oklch } from '../colour.ts';
import { blob, disc, patch, polygon } from '../lines.ts';
import { fill, scatter, type Paint } from '../svg.ts';

/** A market seen from a roof: umbrellas, and people between them. */
export const umbrellas: Paint = (random, sheet, mood) => {
  const ground =
    mood === 'rain' ? oklch(0.42, 0.02, 250) : random.pick([oklch(0.46, 0.07, 45), oklch(0.52, 0.06, 60), oklch(0.4, 0.05, 40)]);
  const cloths =
    mood === 'blue'
      ? [oklch(0.42, 0.13, 262), oklch(0.56, 0.12, 250), oklch(0.9, 0.03, 85), oklch(0.7, 0.09, 215)]
      : [
          oklch(0.58, 0.15, 32),
          oklch(0.43, 0.11, 262),
          oklch(0.75, 0.12, 80),
          oklch(0.52, 0.14, 355),
          oklch(0.46, 0.075, 165),
          oklch(0.62, 0.13, 50),
        ];
  const chalk = oklch(0.86, 0.04, 78);
  const size = random.between(62, 118);
  let shadows = '';
  let tops = '';
  let people = '';
  for (const [x, y] of scatter(random, sheet, size * 0.66, -20)) {
    if (!random.chance(0.22)) continue;
    const cloth = random.pick([...cloths, chalk, oklch(0.2, 0.02, 280)]);
    people +=
      fill(disc(x + 8, y + 10, 15, 11), '#120a10', 0.4) +
      fill(disc(x, y, 15, 10), cloth) +
      fill(disc(x + 1, y - 1, 6.5), oklch(0.22, 0.035, 45));
    if (random.chance(0.4)) people += basket(random, x + 1, y - 3);
  }
  let count = 0;
  for (const [x, y] of scatter(random, sheet, size * random.between(1.35, 1.7), -60)) {
    if (random.chance(0.06)) continue;
    const radius = size * random.between(0.6, 1.08);
    shadows += fill(disc(x + radius * 0.3, y + radius * 0.36, radius * 0.98), '#0e0608', 0.62);
    tops += umbrella(random, x, y, radius, random.pick(cloths), random.chance(0.85) ? chalk : random.pick(cloths));
    count += 1;
  }
  let litter = '';
  for (let scrap = 0; scrap < 700; scrap += 1)
    litter += fill(
      patch(random, random.between(0, sheet.width), random.between(0, sheet.height), random.between(2, 10), random.between(2, 7), 1.5),
      random.pick([darker(ground, 0.4), chalk, oklch(0.6, 0.09, 60)]),
      random.between(0.1, 0.4),
    );
  return {
    ground,
    layers: [{ svg: litter }, { svg: people }, { svg: shadows, blur: 9 }, { svg: tops }],
    alt: `A market from above: about ${Math.round(count / 10) * 10} striped umbrellas crowd the red ground, people with baskets passing between them.`,
    surface: { grain: 0.9, mottle: 0.26, vignette: 0.36, light: [-1, -1, 0.16] },
  };
};

function umbrella(random: Random, x: number, y: number, radius: number, cloth: string, other: string): string {
  const ribs = random.pick([8, 10, 12]);
  const turn = random.between(0, 3);
  const rim = Array.from({ length: ribs }, (_, rib) => {
    const angle = turn + (rib / ribs) * 2 * Math.PI;
    return [x + Math.cos(angle) * radius * random.near(1, 0.03), y + Math.sin(angle) * radius * random.near(1, 0.03), angle] as const;
  });
  let svg = '';
  for (const [rib, [x1, y1, angle]] of rim.entries()) {
    const [x2, y2] = rim[(rib + 1) % ribs]!;
    const panel = polygon([
      [x, y],
      [x1, y1],
      [(x1 + x2) / 2 + (x - (x1 + x2) / 2) * 0.05, (y1 + y2) / 2 + (y - (y1 + y2) / 2) * 0.05],
      [x2, y2],
    ]);
    // Sun from the upper left: panels that face away from it are darker.
    const facing = Math.cos(angle + Math.PI / ribs - Math.PI * 0.25);
    svg +=
      fill(panel, rib % 2 === 0 ? cloth : other) +
      fill(panel, facing > 0 ? '#160814' : '#fff4d8', Math.abs(facing) * (facing > 0 ? 0.34 : 0.16));
    svg += fill(
      polygon([
        [x, y],
        [x1, y1],
        [x1 + (x2 - x1) * 0.08, y1 + (y2 - y1) * 0.08],
      ]),
      '#160814',
      0.22,
    );
  }
  return svg + fill(blob(random, x, y, radius * 0.05, 0.1, 6), '#2a1a14');
}

function basket(random: Random, x: number, y: number): string {
  let svg = fill(disc(x, y, 13), oklch(0.58, 0.09, 65)) + fill(disc(x, y, 10), oklch(0.4, 0.07, 55));
  const fruit = random.pick([oklch(0.62, 0.19, 35), oklch(0.8, 0.15, 90), oklch(0.6, 0.14, 135)]);
  for (let piece = 0; piece < 7; piece += 1) svg += fill(disc(x + random.near(0, 7), y + random.near(0, 7), 3.4), fruit);
  return svg;
}
