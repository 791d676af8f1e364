import type { Random } from '../../random.ts';
import { mix, oklch } from '../colour.ts';
import type { Sheet } from '../draw-image.ts';
import { blob, box, brush, type Point } from '../lines.ts';
import { fill, line, type Paint } from '../svg.ts';

/** Bògòlanfini: bands of signs left pale in iron-rich mud. */
export const mudCloth: Paint = (random, sheet, mood) => {
  const mud = mood === 'rust' ? oklch(0.38, 0.08, 40) : oklch(random.between(0.2, 0.26), 0.025, 50);
  const pale = oklch(0.86, 0.045, 82);
  const [ground, mark] = mood === 'chalk' ? [pale, oklch(0.24, 0.03, 50)] : [mud, pale];
  const upright = sheet.height > sheet.width || random.chance(0.3);
  const [long, across] = upright ? [sheet.height, sheet.width] : [sheet.width, sheet.height];
  const oriented = ([a, b]: Point): Point => (upright ? [b, a] : [a, b]);
  let svg = '';
  const names = random.shuffle(signs);
  for (let at = random.between(-60, 0), band = 0; at < across; band += 1) {
    const height = random.pick([70, 110, 150, 190]);
    const sign = names[band % names.length]!;
    const step = height * random.between(0.75, 1);
    for (let along = random.between(-40, 0); along < long; along += step)
      svg += sign(
        random,
        along + step / 2,
        at + height / 2,
        step,
        height,
        (points, width) =>
          line(
            `M${points
              .map((point) =>
                oriented(point)
                  .map((value) => Math.round(random.near(value, 1.6) * 10) / 10)
                  .join(' '),
              )
              .join('L')}`,
            mark,
            width * random.between(0.85, 1.2),
            random.between(0.86, 1),
          ),
        (x, y, radius) => fill(blob(random, ...oriented([x, y]), radius, 0.16, 7), mark, random.between(0.86, 1)),
      );
    at += height;
    svg += borders(random, oriented, at, long, mark);
    at += 32;
  }
  const seams = seamsOf(upright, across, long);
  const stains = stainsOn(random, sheet, ground);
  return {
    ground,
    layers: [
      { svg: stains, blur: 30 },
      { svg },
      { svg: seams },
      ...(mood === 'chalk' ? [] : [{ svg: stains, blur: 50, blend: 'soft-light' as const }]),
    ],
    alt: `Mud-dyed cotton in bands: ${mood === 'chalk' ? 'dark signs on undyed cloth' : 'pale signs left in dark mud'}, zigzags, crosses, dots and open diamonds, sewn from narrow strips.`,
    surface: {
      cloth: 1.3,
      rib: random.between(3.4, 4.6),
      mottle: 0.4,
      grain: 0.6,
      vignette: 0.28,
      light: [random.pick([-1, 1]), -1, 0.14],
    },
  };
};

/** Two brushed lines below a band. */
function borders(random: Random, oriented: (point: Point) => Point, at: number, long: number, mark: string): string {
  let svg = '';
  for (const edge of [8, 22])
    svg += fill(
      brush(
        random,
        Array.from({ length: 30 }, (_, index) => oriented([-20 + (index / 29) * (long + 40), at + edge + random.near(0, 2)])),
        random.between(5, 10),
        { taper: 0, tremble: 0.3 },
      ),
      mark,
      0.95,
    );
  return svg;
}

/** The cloth is sewn from narrow strips. */
function seamsOf(upright: boolean, across: number, long: number): string {
  let seams = '';
  const strips = Math.round(across / 210);
  for (let strip = 1; strip < strips; strip += 1)
    seams += upright
      ? fill(box((strip * across) / strips, 0, 4, long), '#000000', 0.35)
      : fill(box(0, (strip * across) / strips, long, 4), '#000000', 0.35);
  return seams;
}

function stainsOn(random: Random, sheet: Sheet, ground: string): string {
  let stains = '';
  for (let stain = 0; stain < 26; stain += 1)
    stains += fill(
      blob(random, random.between(0, sheet.width), random.between(0, sheet.height), random.between(40, 190), 0.3),
      random.chance(0.5) ? mix(ground, '#a06a30', 0.5) : '#000000',
      0.16,
    );
  return stains;
}

type Sign = (
  random: Random,
  x: number,
  y: number,
  step: number,
  height: number,
  stroke: (points: Point[], width: number) => string,
  dot: (x: number, y: number, radius: number) => string,
) => string;

const signs: Sign[] = [
  (_, x, y, step, height, stroke) =>
    [-0.22, 0.06]
      .map((low) =>
        stroke(
          [
            [x - step / 2, y + height * (low + 0.3)],
            [x, y + height * (low - 0.3)],
            [x + step / 2, y + height * (low + 0.3)],
          ],
          9,
        ),
      )
      .join(''),
  (_, x, y, step, height, stroke, dot) =>
    stroke(
      [
        [x - step * 0.34, y - height * 0.34],
        [x + step * 0.34, y + height * 0.34],
      ],
      9,
    ) +
    stroke(
      [
        [x + step * 0.34, y - height * 0.34],
        [x - step * 0.34, y + height * 0.34],
      ],
      9,
    ) +
    [
      [0, -0.33],
      [0, 0.33],
      [-0.36, 0],
      [0.36, 0],
    ]
      .map(([dx, dy]) => dot(x + dx! * step, y + dy! * height, 7))
      .join(''),
  (_, x, y, step, height, stroke, dot) =>
    [0.42, 0.24]
      .map((size) =>
        stroke(
          [
            [x - step * size, y],
            [x, y - height * size],
            [x + step * size, y],
            [x, y + height * size],
            [x - step * size, y],
          ],
          8,
        ),
      )
      .join('') + dot(x, y, 8),
  (random, x, y, step, height, _stroke, dot) => {
    let svg = '';
    for (let row = -1; row <= 1; row += 1)
      for (let column = -1; column <= 1; column += 1) svg += dot(x + column * step * 0.3, y + row * height * 0.26, random.between(8, 12));
    return svg;
  },
  (_, x, y, step, height, stroke) =>
    [-0.3, 0, 0.3]
      .map((column) =>
        stroke(
          [
            [x + column * step, y - height * 0.36],
            [x + column * step, y + height * 0.36],
          ],
          10,
        ),
      )
      .join(''),
  (_, x, y, step, height, stroke) =>
    stroke(
      [
        [x - step * 0.4, y + height * 0.34],
        [x - step * 0.4, y - height * 0.34],
        [x + step * 0.3, y - height * 0.34],
        [x + step * 0.3, y + height * 0.14],
        [x - step * 0.12, y + height * 0.14],
        [x - step * 0.12, y - height * 0.08],
      ],
      9,
    ),
  (_, x, y, step, height, stroke) =>
    stroke(
      [
        [x - step / 2, y - height * 0.36],
        [x + step * 0.1, y],
        [x - step / 2, y + height * 0.36],
      ],
      9,
    ) +
    stroke(
      [
        [x - step * 0.14, y - height * 0.36],
        [x + step * 0.44, y],
        [x - step * 0.14, y + height * 0.36],
      ],
      9,
    ),
  (_, x, y, step, height, stroke, dot) =>
    stroke(
      [
        [x, y - height * 0.4],
        [x, y + height * 0.4],
      ],
      8,
    ) +
    [-0.26, 0, 0.26]
      .map((row) =>
        stroke(
          [
            [x - step * 0.26, y + (row - 0.09) * height],
            [x, y + row * height],
            [x + step * 0.26, y + (row - 0.09) * height],
          ],
          7,
        ),
      )
      .join('') +
    dot(x, y - height * 0.43, 7),
];
