import type { Random } from '../../random.ts';
import { darker, lighter, mix, oklch } from '../colour.ts';
import { disc } from '../lines.ts';
import { fill, line, scatter, type Paint } from '../svg.ts';

/** Coiled baskets and plates from above: each coil is stitched in colours that make the pattern turn. */
export const baskets: Paint = (random, sheet, mood) => {
  const ground = random.pick([
    oklch(0.86, 0.03, 85),
    oklch(0.56, 0.11, 40),
    oklch(0.36, 0.08, 262),
    oklch(0.74, 0.11, 78),
    oklch(0.3, 0.03, 50),
  ]);
  const single = mood === 'one';
  const spacing = single ? 2000 : random.between(300, 420);
  const positions = single ? [[sheet.width / 2, sheet.height / 2] as [number, number]] : scatter(random, sheet, spacing, 20);
  let shadows = '';
  let svg = '';
  for (const [x, y] of positions) {
    const radius = single ? Math.min(sheet.width, sheet.height) * 0.43 : spacing * random.between(0.36, 0.5);
    shadows += fill(disc(x + radius * 0.1, y + radius * 0.13, radius * 1.01), '#140806', 0.62);
    svg += basket(random, x, y, radius);
  }
  return {
    ground,
    layers: [
      { svg: shadows, blur: 16 },
      { svg },
      {
        svg: positions.map(([x, y]) => fill(disc(x - 60, y - 70, single ? 200 : 70), '#fff4dc', 0.5)).join(''),
        blur: 60,
        blend: 'soft-light',
      },
    ],
    alt: single
      ? 'One wide coiled basket from above, its stitched pattern turning outward from the centre.'
      : `${positions.length} coiled baskets laid out on the ground, each with a different turning pattern of steps, rays and rings.`,
    surface: { grain: 0.8, mottle: 0.24, vignette: 0.28, light: [-1, -1, 0.2] },
  };
};

function basket(random: Random, x: number, y: number, radius: number): string {
  const straw = oklch(random.between(0.76, 0.84), random.between(0.05, 0.09), random.between(75, 92));
  const dyes = random
    .shuffle([
      oklch(0.3, 0.06, 30),
      oklch(0.5, 0.15, 32),
      oklch(0.4, 0.11, 262),
      oklch(0.46, 0.08, 150),
      oklch(0.7, 0.13, 70),
      oklch(0.44, 0.12, 350),
      oklch(0.22, 0.02, 40),
    ])
    .slice(0, 3) as [string, string, string];
  const coils = Math.round(radius / random.between(8.5, 11.5));
  const fold = random.pick([4, 5, 6, 8, 10, 12]);
  const design = random.pick(designs);
  const thick = radius / coils;
  let svg = fill(disc(x, y, radius), darker(straw, 0.55));
  for (let coil = 0; coil < coils; coil += 1) {
    const inner = coil * thick + 0.6;
    const outer = inner + thick - 1.2;
    const stitches = Math.max(fold * 2, Math.round((2 * Math.PI * (coil + 0.5)) / 1.5 / fold) * fold);
    // Neighbours of one colour are one piece: fewer shapes, the same cloth.
    for (let stitch = 0, run = 0; stitch < stitches; stitch = run) {
      const dye = design(coil / coils, stitch / stitches, fold);
      run = stitch + 1;
      while (run < stitches && design(coil / coils, run / stitches, fold) === dye) run += 1;
      svg += fill(
        sector(x, y, inner, outer, (stitch / stitches) * 2 * Math.PI, (run / stitches) * 2 * Math.PI),
        mix(dye === 0 ? straw : dyes[dye - 1]!, random.chance(0.5) ? '#fff2d0' : '#20100a', random.between(0, 0.14)),
      );
    }
    svg += line(
      disc(x, y, (inner + outer) / 2),
      '#1c0c06',
      thick * 0.86,
      0.2,
      ` stroke-dasharray="1.6 ${random.between(3.4, 4.4).toFixed(1)}"`,
    );
  }
  return (
    svg +
    fill(disc(x, y, thick * 1.2), lighter(straw, 0.1)) +
    line(disc(x, y, radius - 2), darker(dyes[0], 0.2), thick * 0.9, 0.9, ' stroke-dasharray="7 3"')
  );
}

function sector(x: number, y: number, inner: number, outer: number, from: number, to: number): string {
  if (to - from > 6.2) return sector(x, y, inner, outer, from, from + Math.PI) + sector(x, y, inner, outer, from + Math.PI, to);
  const large = to - from > Math.PI ? 1 : 0;
  const at = (radius: number, angle: number): string =>
    `${(x + Math.cos(angle) * radius).toFixed(1)} ${(y + Math.sin(angle) * radius).toFixed(1)}`;
  return `M${at(outer, from)}A${outer.toFixed(1)} ${outer.toFixed(1)} 0 ${large} 1 ${at(outer, to)}L${at(inner, to)}A${inner.toFixed(1)} ${inner.toFixed(1)} 0 ${large} 0 ${at(inner, from)}Z`;
}

/** Which dye (0 is bare straw) a stitch takes, from how far out it is and how far round. */
type Design = (out: number, round: number, fold: number) => number;

const part = (value: number): number => value - Math.floor(value);

const designs: Design[] = [
  (out, round, fold) => (out < 0.12 ? 1 : part(round * fold + out * 1.6) < 0.42 ? (out > 0.62 ? 2 : 1) : 0),
  (out, round, fold) => (Math.abs(part(round * fold) - 0.5) * 2 < part(out * 3) * 0.9 ? 1 + (Math.floor(out * 3) % 3) : 0),
  (out, round, fold) =>
    out > 0.9 ? 1 : Math.abs(part(round * fold) - 0.5) + Math.abs(part(out * 2.5) - 0.5) < 0.38 ? 1 + (Math.floor(out * 2.5) % 2) : 0,
  (out, round, fold) => (part(out * 4) < 0.24 ? 3 : Math.floor(round * fold * 2 + Math.floor(out * 8)) % 2 === 0 && out > 0.2 ? 1 : 0),
  (out, round, fold) =>
    part(round * fold - Math.floor(out * 9) * 0.14) < 0.32 && out > 0.1 ? (part(round * fold * 0.5) < 0.5 ? 1 : 2) : 0,
  (out, round, fold) =>
    out > 0.32 + 0.5 * Math.abs(Math.sin(round * Math.PI * fold))
      ? out > 0.86
        ? 2
        : 0
      : out > 0.24 + 0.42 * Math.abs(Math.sin(round * Math.PI * fold))
        ? 3
        : out < 0.15
          ? 3
          : 1,
];
