import { darker, oklch } from '../colour.ts';
import { box, disc, polygon, type Point } from '../lines.ts';
import { fill, line, type Paint } from '../svg.ts';

/** Painted house fronts, mirrored about a door or a window; or tiles set star to star ('tiles'), or pieced silk ('patches'). */
export const wall: Paint = (hand, sheet, mood) => {
  if (mood === 'tiles') return tiles(hand, sheet, mood);
  if (mood === 'patches') return patches(hand, sheet, mood);
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
  const unit = 1000 / hand.pick([16, 18, 20]);
  const bands = Math.ceil(h / (unit * 3));
  let half = '';
  for (let band = 0; band < bands; band += 1) {
    const draw = hand.pick(bandsOf);
    const colours = hand.shuffle(paint);
    for (let step = 0; step * unit * 3 < w / 2 + unit * 3; step += 1)
      half += draw(w / 2 + step * unit * 3, band * unit * 3, unit, colours, earthen ? oklch(0.9, 0.03, 85) : black);
    half += line(`M${w / 2 - 10} ${band * unit * 3}H${w + 10}`, earthen ? oklch(0.9, 0.03, 85) : black, 7);
  }
  const both = `${half}<g transform="translate(${w} 0) scale(-1 1)">${half}</g>`;
  const shade =
    fill(
      polygon([
        [0, 0],
        [w, 0],
        [w, h * 0.06],
        [0, h * hand.between(0.1, 0.24)],
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
  const tall = Math.min(h * 0.62, w * 0.5);
  const door =
    hand.chance(0.55) && w < h * 1.9
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

/** Eight-pointed stars and the crosses between them. */
const tiles: Paint = (hand, sheet) => {
  const glaze = hand.shuffle([
    oklch(0.42, 0.12, 258),
    oklch(0.56, 0.1, 195),
    oklch(0.48, 0.09, 155),
    oklch(0.74, 0.13, 80),
    oklch(0.52, 0.13, 40),
  ]);
  const grout = oklch(0.9, 0.02, 90);
  const across = hand.whole(4, 7);
  const cell = 1000 / across;
  const star = (x: number, y: number, radius: number, points: number, inner: number): string =>
    polygon(
      Array.from({ length: points * 2 }, (_, corner): Point => [
        x + Math.cos((corner * Math.PI) / points) * radius * (corner % 2 === 0 ? 1 : inner),
        y + Math.sin((corner * Math.PI) / points) * radius * (corner % 2 === 0 ? 1 : inner),
      ]),
    );
  let svg = '';
  for (let row = 0; row <= sheet.height / cell; row += 1)
    for (let column = 0; column <= sheet.width / cell; column += 1) {
      const [x, y] = [(column + 0.5) * cell, (row + 0.5) * cell];
      const tint = (colour: string): string => darker(colour, hand.between(0, 0.16));
      const first = tint(glaze[(row + column) % 2]!);
      svg +=
        fill(star(x, y, cell * 0.5, 8, 0.765), first) +
        fill(star(x, y, cell * 0.38, 8, 0.765), grout) +
        fill(star(x, y, cell * 0.35, 8, 0.6), tint(glaze[2]!)) +
        fill(star(x, y, cell * 0.19, 8, 0.6), grout) +
        fill(star(x, y, cell * 0.15, 8, 0.7), tint(glaze[3]!));
      const [cx, cy] = [column * cell, row * cell];
      svg += fill(star(cx, cy, cell * 0.27, 4, 0.62), tint(glaze[4]!)) + fill(star(cx, cy, cell * 0.15, 4, 0.5), grout);
    }
  const sun = fill(
    polygon([
      [sheet.width * 0.2, 0],
      [sheet.width * 0.75, 0],
      [sheet.width * 0.45, sheet.height],
      [-sheet.width * 0.1, sheet.height],
    ]),
    '#fff4d0',
    0.75,
  );
  return {
    ground: grout,
    layers: [{ svg }, { svg: sun, blur: 16, blend: 'soft-light' }],
    alt: `A wall of glazed tiles: eight-pointed stars joined by crosses, ${across} across, a band of sunlight falling over them.`,
    surface: { grain: 0.9, mottle: 0.2, vignette: 0.36 },
  };
};

/** Translucent scraps sewn into one cloth, against the light. */
const patches: Paint = (hand, sheet) => {
  const hue = hand.between(0, 360);
  const light = oklch(0.93, 0.02, 90);
  let svg = '';
  let seams = '';
  const cut = (x: number, y: number, w: number, h: number, depth: number): void => {
    if (depth < 2 || (Math.max(w, h) > 150 && hand.chance(0.88))) {
      const share = hand.between(0.28, 0.72);
      if (w > h * hand.between(0.7, 1.3)) {
        cut(x, y, w * share, h, depth + 1);
        cut(x + w * share, y, w * (1 - share), h, depth + 1);
      } else {
        cut(x, y, w, h * share, depth + 1);
        cut(x, y + h * share, w, h * (1 - share), depth + 1);
      }
      return;
    }
    const colour = oklch(hand.between(0.5, 0.94), hand.chance(0.3) ? 0.14 : 0.06, hue + hand.pick([0, 0, 28, 60, 180]));
    svg += fill(box(x, y, w, h), colour, hand.between(0.6, 0.95));
    for (let thread = 0; thread < 6; thread += 1) svg += line(`M${x + hand.between(0, w)} ${y}v${h}`, darker(colour, 0.3), 1, 0.16);
    seams +=
      line(box(x, y, w, h), darker(colour, 0.45), 5, 0.55) +
      line(box(x + 5, y + 5, w - 10, h - 10), darker(colour, 0.4), 1.4, 0.5, ' stroke-dasharray="7 5"');
  };
  cut(0, 0, sheet.width, sheet.height, 0);
  const rays = fill(
    polygon([
      [sheet.width * 0.1, 0],
      [sheet.width * 0.5, 0],
      [sheet.width * 0.9, sheet.height],
      [sheet.width * 0.4, sheet.height],
    ]),
    '#ffffff',
    0.8,
  );
  return {
    ground: light,
    layers: [{ svg }, { svg: seams }, { svg: rays, blur: 80, blend: 'soft-light' }],
    alt: 'Scraps of thin cloth pieced into one large panel with felled seams, daylight showing through them.',
    surface: { cloth: 0.8, rib: 2.6, grain: 0.6, mottle: 0.16, vignette: 0.2 },
  };
};
