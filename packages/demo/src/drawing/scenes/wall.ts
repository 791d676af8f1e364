import type { Random } from '../../random.ts';
import { darker, oklch } from '../colour.ts';
import { box, disc, polygon, type Point } from '../lines.ts';
import { fill, line, type Paint } from '../svg.ts';
import { patches, tiles } from './tiles.ts';

/** Painted house fronts, mirrored about a door or a window; or tiles set star to star ('tiles'), or pieced silk ('patches'). */
export const wall: Paint = (random, sheet, mood) => {
  if (mood === 'tiles') return tiles(random, sheet, mood);
  if (mood === 'patches') return patches(random, sheet, mood);
  const plaster = oklch(0.93, 0.02, 90);
  const black = oklch(0.2, 0.02, 280);
  const earthen = mood === 'earth';
  const paint = earthen
    ? [oklch(0.42, 0.09, 35), oklch(0.24, 0.02, 40), oklch(0.88, 0.04, 85), oklch(0.6, 0.1, 55)]
    : [
        oklch(0.5, 0.15, 262),
        oklch(0.6, 0.18, 33),
        oklch(0.82, 0.14, 90),
        oklch(0.54, 0.11, 155),
        oklch(0.66, 0.12, 350),
        oklch(0.72, 0.1, 215),
      ];
  const [w, h] = [sheet.width, sheet.height];
  const unit = 1000 / random.pick([16, 18, 20]);
  const bands = Math.ceil(h / (unit * 3));
  let half = '';
  for (let band = 0; band < bands; band += 1) {
    const draw = random.pick(bandsOf);
    const colours = random.shuffle(paint);
    for (let step = 0; step * unit * 3 < w / 2 + unit * 3; step += 1)
      half += draw(w / 2 + step * unit * 3, band * unit * 3, unit, colours, earthen ? oklch(0.9, 0.03, 85) : black);
    half += line(`M${w / 2 - 10} ${band * unit * 3}H${w + 10}`, earthen ? oklch(0.9, 0.03, 85) : black, 7);
  }
  const both = `${half}<g transform="translate(${w} 0) scale(-1 1)">${half}</g>`;
  const shade = shadeOver(random, w, h);
  const tall = Math.min(h * 0.62, w * 0.5);
  const door =
    random.chance(0.55) && w < h * 1.9
      ? fill(box(w / 2 - tall * 0.24, h - tall, tall * 0.48, tall + 5), darker(paint[0]!, 0.1)) +
        line(box(w / 2 - tall * 0.24, h - tall, tall * 0.48, tall + 5), earthen ? paint[2]! : black, 12) +
        fill(box(w / 2 - tall * 0.19, h - tall * 0.95, tall * 0.38, tall), '#150c12', 0.86)
      : '';
  return {
    ground: earthen ? oklch(0.52, 0.1, 42) : plaster,
    layers: [{ svg: both + door }, { svg: shade, blur: 5, blend: 'multiply' }],
    alt: `A painted house wall${door === '' ? '' : ' around a dark doorway'}: bold mirrored shapes, steps, chevrons and diamonds in ${earthen ? 'red, black and white earths' : 'bright colours outlined in black'}.`,
    surface: { grain: 1, mottle: 0.26, vignette: 0.24, light: [-1, -1, 0.12] },
  };
};

const shadeOver = (random: Random, w: number, h: number): string =>
  fill(
    polygon([
      [0, 0],
      [w, 0],
      [w, h * 0.06],
      [0, h * random.between(0.1, 0.24)],
    ]),
    '#0d0610',
    0.5,
  ) +
  fill(
    polygon([
      [w * 0.7, h],
      [w, h * 0.5],
      [w, h],
    ]),
    '#0d0610',
    0.25,
  );

type Band = (x: number, y: number, unit: number, colours: readonly string[], edge: string) => string;

const shape = (points: Point[], colour: string, edge: string): string => fill(polygon(points), colour) + line(polygon(points), edge, 6);

const bandsOf: Band[] = [
  (x, y, u, [a, b, c], edge) =>
    shape(
      [
        [x, y],
        [x + 3 * u, y],
        [x + 1.5 * u, y + 3 * u],
      ],
      a!,
      edge,
    ) +
    shape(
      [
        [x, y],
        [x + 1.5 * u, y + 3 * u],
        [x, y + 3 * u],
      ],
      b!,
      edge,
    ) +
    shape(
      [
        [x + 3 * u, y],
        [x + 3 * u, y + 3 * u],
        [x + 1.5 * u, y + 3 * u],
      ],
      c!,
      edge,
    ),
  (x, y, u, [a, b, c], edge) =>
    shape(
      [
        [x, y],
        [x + 3 * u, y],
        [x + 3 * u, y + 3 * u],
        [x, y + 3 * u],
      ],
      b!,
      edge,
    ) +
    shape(
      [
        [x + 1.5 * u, y + 0.2 * u],
        [x + 2.8 * u, y + 1.5 * u],
        [x + 1.5 * u, y + 2.8 * u],
        [x + 0.2 * u, y + 1.5 * u],
      ],
      a!,
      edge,
    ) +
    shape(
      [
        [x + 1.5 * u, y + 0.9 * u],
        [x + 2.1 * u, y + 1.5 * u],
        [x + 1.5 * u, y + 2.1 * u],
        [x + 0.9 * u, y + 1.5 * u],
      ],
      c!,
      edge,
    ),
  (x, y, u, [a, b, c], edge) =>
    shape(
      [
        [x, y + 3 * u],
        [x, y + 2 * u],
        [x + u, y + 2 * u],
        [x + u, y + u],
        [x + 2 * u, y + u],
        [x + 2 * u, y],
        [x + 3 * u, y],
        [x + 3 * u, y + 3 * u],
      ],
      a!,
      edge,
    ) +
    shape(
      [
        [x, y],
        [x + 2 * u, y],
        [x + 2 * u, y + u],
        [x + u, y + u],
        [x + u, y + 2 * u],
        [x, y + 2 * u],
      ],
      c!,
      edge,
    ) +
    shape(
      [
        [x + 1.9 * u, y + 1.9 * u],
        [x + 2.6 * u, y + 1.9 * u],
        [x + 2.6 * u, y + 2.6 * u],
        [x + 1.9 * u, y + 2.6 * u],
      ],
      b!,
      edge,
    ),
  (x, y, u, [a, b, c, d = a], edge) =>
    [0, 1, 2]
      .map((row) =>
        shape(
          [
            [x, y + row * u],
            [x + 1.5 * u, y + (row + 0.9) * u],
            [x + 3 * u, y + row * u],
            [x + 3 * u, y + (row + 1) * u],
            [x + 1.5 * u, y + (row + 1.9) * u],
            [x, y + (row + 1) * u],
          ],
          [a, b, c, d][row]!,
          edge,
        ),
      )
      .join(''),
  (x, y, u, [a, b, c], edge) =>
    [0, 1, 2]
      .map((column) =>
        shape(
          [
            [x + column * u, y],
            [x + (column + 1) * u, y],
            [x + (column + 1) * u, y + 3 * u],
            [x + column * u, y + 3 * u],
          ],
          [a, c, b][column]!,
          edge,
        ),
      )
      .join('') +
    shape(
      [
        [x + u * 0.2, y + u],
        [x + u * 2.8, y + u],
        [x + u * 2.8, y + u * 2],
        [x + u * 0.2, y + u * 2],
      ],
      b!,
      edge,
    ),
  (x, y, u, [a, b], edge) =>
    shape(
      [
        [x, y],
        [x + 3 * u, y],
        [x + 3 * u, y + 3 * u],
        [x, y + 3 * u],
      ],
      a!,
      edge,
    ) +
    [0.5, 1.5, 2.5]
      .flatMap((row) =>
        [0.5, 1.5, 2.5].map((column) =>
          (row + column) % 2 === 1
            ? fill(box(x + (column - 0.5) * u, y + (row - 0.5) * u, u, u), b!)
            : fill(disc(x + column * u, y + row * u, u * 0.14), edge),
        ),
      )
      .join(''),
];
