import type { Random } from '../../random.ts';
import { darker, lighter, mix, oklch } from '../colour.ts';
import type { Scene, Sheet } from '../draw-image.ts';
import { arc, box, brush, curve, disc, polygon, type Point } from '../lines.ts';
import { clip, fade, fill, glow, line, scatter, type Paint } from '../svg.ts';

/** Burnished pots: on a shelf, or looked into from above ('above'); carved calabashes ('calabash'). */
export const pots: Paint = (random, sheet, mood) =>
  mood === 'above' ? fromAbove(random, sheet) : shelf(random, sheet, mood === 'calabash');

const clays = (random: Random): string =>
  random.pick([oklch(0.36, 0.08, 35), oklch(0.28, 0.05, 30), oklch(0.5, 0.11, 42), oklch(0.44, 0.1, 32), oklch(0.22, 0.02, 40)]);

function fromAbove(random: Random, sheet: Sheet): Scene {
  const ground = random.pick([oklch(0.8, 0.05, 75), oklch(0.62, 0.09, 50), oklch(0.34, 0.06, 265)]);
  const spacing = random.between(190, 300);
  let shadows = '';
  let svg = '';
  let count = 0;
  const defs = glow('sheen', [
    [0, '#fff0d8', 0.5],
    [0.5, '#fff0d8', 0.06],
    [1, '#fff0d8', 0],
  ]);
  for (const [x, y] of scatter(random, sheet, spacing, -70)) {
    const radius = spacing * random.between(0.3, 0.5);
    const clay = clays(random);
    shadows += fill(disc(x + radius * 0.3, y + radius * 0.36, radius), '#1a0806', 0.7);
    svg += fill(disc(x, y, radius), darker(clay, 0.2));
    const rings = random.whole(5, 9);
    for (let ring = rings; ring >= 1; ring -= 1) {
      const reach = radius * (0.36 + (0.62 * ring) / rings);
      svg += fill(disc(x, y, reach), mix(clay, ring % 2 === 0 ? darker(clay, 0.25) : lighter(clay, 0.1), 0.7));
      if (ring % 3 === 0)
        svg += line(
          disc(x, y, reach * 0.97),
          oklch(0.85, 0.06, 80),
          2.6,
          0.75,
          ` stroke-dasharray="${random.pick(['5 7', '12 6', '2 8'])}"`,
        );
    }
    svg +=
      fill(disc(x, y, radius * 0.4), lighter(clay, 0.16)) +
      fill(disc(x + radius * 0.02, y + radius * 0.02, radius * 0.33), '#0d0506') +
      fill(arcMoon(x, y, radius * 0.33), lighter(clay, 0.1), 0.35);
    svg += fill(disc(x - radius * 0.3, y - radius * 0.34, radius * 0.75), 'url(#sheen)');
    count += 1;
  }
  return {
    ground,
    layers: [{ svg: shadows, blur: 15 }, { svg: defs + svg }],
    alt: `${count} clay pots from above, their mouths dark, incised rings running round each burnished shoulder.`,
    surface: { grain: 0.9, mottle: 0.24, vignette: 0.3, light: [-1, -1, 0.18] },
  };
}

const arcMoon = (x: number, y: number, radius: number): string =>
  curve([...arc(x, y, radius, 0.3, 2.2), ...arc(x - radius * 0.12, y - radius * 0.14, radius * 0.96, 2.2, 0.3)]);

function shelf(random: Random, sheet: Sheet, calabash: boolean): Scene {
  const [w, h] = [sheet.width, sheet.height];
  const wall = random.pick([
    oklch(0.62, 0.11, 45),
    oklch(0.82, 0.06, 80),
    oklch(0.42, 0.09, 262),
    oklch(0.5, 0.06, 150),
    oklch(0.72, 0.12, 78),
  ]);
  const shelves = Math.max(1, Math.round(h / random.pick([480, 620])));
  let shadows = '';
  let svg = fade(
    'round',
    [
      [0, '#fff0d8', 0.24],
      [0.28, '#fff0d8', 0.3],
      [0.55, '#1a0806', 0.04],
      [1, '#1a0806', 0.62],
    ],
    [0, 0, 1, 0.12],
  );
  let count = 0;
  for (let row = 0; row < shelves; row += 1) {
    const y = h * ((row + 0.86) / shelves) - (shelves === 1 ? 0 : 10);
    const board = h / shelves / 16;
    shadows += fill(box(-20, y + board, w + 40, board * 2.6), '#1a0806', 0.5);
    svg +=
      fill(box(-10, y, w + 20, board), darker(mix(wall, oklch(0.4, 0.06, 50), 0.7), 0.2)) +
      fill(box(-10, y, w + 20, board * 0.22), lighter(wall, 0.2), 0.6);
    for (let x = random.between(20, 70); x < w - 40;) {
      const wide = random.between(170, 290) * (shelves === 1 ? 1.3 : 1);
      const tall = Math.min((h / shelves) * 0.7, wide * random.between(0.75, 1.5));
      if (x + wide > w + 60) break;
      const id = `p${count}`;
      const skin = calabash ? oklch(random.between(0.52, 0.72), 0.11, random.between(58, 76)) : clays(random);
      const [shape, outline] = vessel(random, x + wide / 2, y + 2, wide, tall, calabash);
      shadows += fill(curve(outline.map(([px, py]) => [px + wide * 0.26, py + 8])), '#1a0806', 0.55);
      svg +=
        clip(
          id,
          shape,
          fill(shape, skin) + ornament(random, x, y, wide, tall, skin, calabash) + fill(box(x, y - tall, wide, tall + 4), 'url(#round)'),
        ) + line(shape, darker(skin, 0.5), 1.6, 0.5);
      if (!calabash) svg += fill(disc(x + wide / 2, y - tall + 5, wide * 0.2, wide * 0.04), '#0d0506', 0.85);
      x += wide * random.between(1.06, 1.4);
      count += 1;
    }
  }
  return {
    ground: wall,
    layers: [{ svg: shadows, blur: 16 }, { svg }],
    alt: calabash
      ? `${count} calabashes in a row against a plain wall, their yellow skins carved with bands of triangles, dots and hatching.`
      : `${count} pots on ${shelves === 1 ? 'a shelf' : `${shelves} shelves`}, each of a different neck and belly, lit from the left so that their shadows lean on the wall.`,
    surface: { grain: 1, mottle: 0.26, vignette: 0.32, light: [-1, -0.6, 0.2] },
  };
}

function vessel(random: Random, x: number, base: number, wide: number, tall: number, calabash: boolean): [string, Point[]] {
  const neck = calabash ? random.pick([0.1, 0.24, 0.5]) : random.between(0.28, 0.46);
  const belly = random.between(0.34, 0.5);
  const profile: [number, number][] = calabash
    ? [
        [0.3, 0],
        [0.47, 0.12],
        [0.5, belly * 0.8],
        [0.38, belly * 1.4],
        [neck * 0.5, 0.76],
        [neck * 0.46, 0.9],
        [neck * 0.3, 1],
      ]
    : [
        [0.26, 0],
        [0.42, 0.14],
        [0.5, belly],
        [0.42, belly + 0.26],
        [neck * 0.5, 0.82],
        [neck * 0.52, 0.9],
        [neck * 0.7, 0.985],
        [neck * 0.6, 1],
      ];
  const right = profile.map(([out, up]): Point => [x + out * wide, base - up * tall]);
  const outline = [...right, ...right.toReversed().map(([px, py]): Point => [2 * x - px, py])];
  return [curve(outline), outline];
}

function ornament(random: Random, x: number, base: number, wide: number, tall: number, skin: string, calabash: boolean): string {
  const ink = calabash ? oklch(0.26, 0.05, 40) : random.pick([oklch(0.86, 0.05, 80), darker(skin, 0.6), oklch(0.6, 0.13, 40)]);
  let svg = '';
  const bands = random.whole(1, 3);
  for (let band = 0; band < bands; band += 1) {
    const y = base - tall * (0.18 + (band * 0.5) / bands);
    const high = tall * random.between(0.08, 0.16);
    const kind = random.whole(0, 3);
    for (const edge of [0, high])
      svg += fill(
        brush(
          random,
          [
            [x - 4, y - edge],
            [x + wide * 0.3, y - edge + tall * 0.025],
            [x + wide / 2, y - edge + tall * 0.03],
            [x + wide * 0.7, y - edge + tall * 0.025],
            [x + wide + 4, y - edge],
          ],
          4,
          { taper: 0 },
        ),
        ink,
        0.85,
      );
    for (let at = 0; at < 9; at += 1) {
      const cx = x + (wide * (at + 0.5)) / 9;
      const cy = y - high / 2 + tall * 0.03 * Math.sin((Math.PI * (at + 0.5)) / 9);
      if (kind === 0)
        svg += fill(
          polygon([
            [cx - wide / 18, cy + high / 2],
            [cx, cy - high / 2],
            [cx + wide / 18, cy + high / 2],
          ]),
          ink,
          0.85,
        );
      else if (kind === 1) svg += fill(disc(cx, cy, wide * 0.024, high * 0.22), ink, 0.85);
      else if (kind === 2)
        for (const lean of [-0.3, 0, 0.3])
          svg += line(`M${cx + lean * 14} ${cy - high * 0.4}L${cx + lean * 14 + 8} ${cy + high * 0.4}`, ink, 2.2, 0.8);
      else svg += line(`M${cx - wide / 20} ${cy}L${cx} ${cy - high * 0.4}L${cx + wide / 20} ${cy}L${cx} ${cy + high * 0.4}Z`, ink, 3, 0.85);
    }
  }
  return svg;
}
