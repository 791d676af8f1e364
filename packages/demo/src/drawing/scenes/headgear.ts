import type { Random } from '../../random.ts';
import { darker, lighter, mix, oklch } from '../colour.ts';
import { arc, brush, curve, disc, type Point } from '../lines.ts';
import { clip, fade, fill, line } from '../svg.ts';

/** A place on the figure, in shares of its size from its middle. */
export type At = (dx: number, dy: number) => Point;
export type Worn = (random: Random, at: At, size: number, cloth: string) => string;

export const cloths = [
  oklch(0.8, 0.13, 85),
  oklch(0.6, 0.17, 35),
  oklch(0.42, 0.13, 264),
  oklch(0.5, 0.15, 355),
  oklch(0.48, 0.09, 160),
  oklch(0.92, 0.03, 85),
  oklch(0.66, 0.1, 215),
];

export const gele: Worn = (random, at, size, cloth) => {
  let svg = '';
  const tilt = random.between(-0.06, 0.08);
  const folds = random.whole(7, 10);
  for (let fold = folds; fold >= 0; fold -= 1) {
    const share = fold / folds;
    const grow = 0.55 + share * 0.5;
    const path = curve([
      at(-0.2 * grow - 0.03, -0.13 - share * 0.03),
      at(-0.27 * grow, -0.3 * grow - 0.02),
      at(-0.1, -0.43 * grow - 0.06),
      at(0.12 + tilt, -0.45 * grow - 0.06),
      at(0.33 * grow + tilt, -0.32 * grow),
      at(0.35 * grow, -0.14),
      at(0.2, -0.06),
      at(0.02, -0.19),
    ]);
    svg +=
      fill(path, mix(darker(cloth, 0.5), lighter(cloth, 0.25), fold % 2 === 0 ? 0.75 - share * 0.2 : 0.4 - share * 0.1)) +
      line(path, lighter(cloth, 0.55), size * 0.003, 0.4);
  }
  for (let ray = 0; ray < 8; ray += 1)
    svg += fill(
      brush(
        random,
        arc(
          at(0.02, -0.1)[0],
          at(0, -0.12)[1],
          size * (0.11 + ray * 0.022),
          -2.7 + ray * 0.02,
          -0.9 + ray * 0.05,
          size * (0.08 + ray * 0.026),
        ),
        size * 0.007,
      ),
      darker(cloth, 0.55),
      0.55,
    );
  return (
    svg +
    fill(
      curve([at(-0.196, -0.13), at(-0.1, -0.195), at(0.04, -0.185), at(0.17, -0.06), at(0.15, -0.02), at(0.03, -0.13), at(-0.1, -0.155)]),
      darker(cloth, 0.18),
    )
  );
};

export const cap: Worn = (random, at, size, cloth) => {
  const lean = random.between(0.02, 0.12);
  const shape = curve([
    at(-0.195, -0.15),
    at(-0.19, -0.27),
    at(-0.08, -0.35),
    at(0.1 + lean, -0.36),
    at(0.25 + lean, -0.27),
    at(0.22, -0.14),
    at(0.15, -0.1),
    at(0, -0.14),
  ]);
  let inner =
    fill(shape, cloth) +
    fill(curve([at(0.02, -0.13), at(0.14 + lean, -0.36), at(0.28 + lean, -0.26), at(0.22, -0.1)]), darker(cloth, 0.45), 0.8);
  for (let row = 0; row < 4; row += 1)
    for (let stitch = -7; stitch < 10; stitch += 1)
      inner += line(
        `M${at(stitch * 0.035, -0.16 - row * 0.05).join(' ')}l${size * 0.012} ${-size * 0.02}l${size * 0.012} ${size * 0.02}`,
        row % 2 === 0 ? lighter(cloth, 0.6) : darker(cloth, 0.5),
        size * 0.005,
        0.8,
      );
  return clip('cap', shape, inner);
};

export const wrap: Worn = (random, at, size, cloth) => {
  const second = random.pick(cloths);
  let svg =
    fill(curve([at(0.1, -0.24), at(0.22, -0.36), at(0.33, -0.28), at(0.25, -0.15)]), darker(cloth, 0.2)) +
    fill(curve([at(0.16, -0.2), at(0.33, -0.2), at(0.36, -0.06), at(0.22, -0.1)]), darker(cloth, 0.4));
  for (let band = 0; band < 6; band += 1) {
    const path = curve([
      at(-0.198 + band * 0.012, -0.13 - band * 0.03),
      at(-0.12, -0.2 - band * 0.036),
      at(0.04, -0.21 - band * 0.034),
      at(0.19, -0.1 - band * 0.026),
      at(0.19, -0.17 - band * 0.028),
      at(0.05, -0.3 - band * 0.026),
      at(-0.12, -0.28 - band * 0.03),
    ]);
    svg +=
      fill(path, band % 3 === 1 ? second : mix(cloth, band % 2 === 0 ? '#fff2d8' : '#1a0a10', 0.14)) +
      line(path, darker(cloth, 0.5), size * 0.004, 0.5);
  }
  return svg;
};

export const hair: Worn = (random, at, size) => {
  const black = oklch(0.13, 0.012, 40);
  let svg = fill(
    curve([
      at(-0.17, -0.17),
      at(-0.14, -0.26),
      at(0.02, -0.31),
      at(0.15, -0.24),
      at(0.19, -0.08),
      at(0.12, 0.03),
      at(0.08, -0.1),
      at(-0.05, -0.16),
    ]),
    black,
  );
  const towers = random.whole(3, 6);
  for (let tower = 0; tower < towers; tower += 1) {
    const angle = -2.5 + (tower / (towers - 1)) * 2.3;
    const [fx, fy] = at(0.01 + Math.cos(angle) * 0.15, -0.13 + Math.sin(angle) * 0.14);
    const long = size * random.between(0.13, 0.2);
    svg += fill(
      brush(
        random,
        [
          [fx, fy],
          [fx + Math.cos(angle) * long * 0.5, fy + Math.sin(angle) * long * 0.5],
          [fx + Math.cos(angle + 0.3) * long, fy + Math.sin(angle + 0.3) * long],
        ],
        size * 0.045,
        { taper: 0.4 },
      ),
      black,
    );
    svg += threads(fx, fy, angle, long, size, black);
    svg += fill(disc(fx + Math.cos(angle + 0.3) * long, fy + Math.sin(angle + 0.3) * long, size * 0.02), oklch(0.8, 0.13, 85));
  }
  for (let row = 0; row < 6; row += 1)
    svg += line(
      curve(
        [
          at(-0.15 + row * 0.05, -0.19 - row * 0.01),
          at(-0.05 + row * 0.045, -0.25 + row * 0.012),
          at(0.02 + row * 0.03, -0.12 + row * 0.02),
        ],
        false,
      ),
      lighter(black, 0.25),
      size * 0.003,
      0.7,
    );
  return svg;
};

/** What a plait is wound with. */
function threads(fx: number, fy: number, angle: number, long: number, size: number, black: string): string {
  let svg = '';
  for (let thread = 1; thread < 6; thread += 1)
    svg += fill(
      disc(
        fx + Math.cos(angle + thread * 0.04) * long * thread * 0.16,
        fy + Math.sin(angle + thread * 0.04) * long * thread * 0.16,
        size * 0.008,
      ),
      lighter(black, 0.5),
      0.8,
    );
  return svg;
}

export const veil: Worn = (random, at, size, cloth) => {
  let svg =
    fade(
      'veil',
      [
        [0, lighter(cloth, 0.2)],
        [0.6, cloth],
        [1, darker(cloth, 0.5)],
      ],
      [0, 0, 1, 0.4],
    ) +
    fill(
      curve([
        at(-0.205, -0.14),
        at(-0.13, -0.29),
        at(0.05, -0.34),
        at(0.22, -0.22),
        at(0.27, 0.05),
        at(0.4, 0.36),
        at(0.42, 0.62),
        at(0, 0.62),
        at(-0.1, 0.34),
        at(0.02, 0.18),
        at(0.09, 0),
        at(0.04, -0.13),
        at(-0.1, -0.19),
      ]),
      'url(#veil)',
    );
  for (let foldLine = 0; foldLine < 7; foldLine += 1)
    svg += line(
      curve(
        [
          at(-0.05 + foldLine * 0.025, -0.25 + foldLine * 0.014),
          at(0.1 + foldLine * 0.022, -0.1),
          at(0.12 + foldLine * 0.03, 0.15),
          at(0.03 + foldLine * 0.055, 0.58),
        ],
        false,
      ),
      foldLine % 2 === 0 ? darker(cloth, 0.5) : lighter(cloth, 0.5),
      size * random.between(0.004, 0.01),
      0.5,
    );
  return svg;
};
