import type { Random } from '../../random.ts';
import { darker, lighter, oklch } from '../colour.ts';
import type { Sheet } from '../draw-image.ts';
import { blob, box, curve, disc, type Point } from '../lines.ts';
import { clip, fade, fill, glow, line, scatter, type Paint } from '../svg.ts';
import { type At, cap, cloths, gele, hair, veil, wrap } from './headgear.ts';

const grounds = [
  oklch(0.46, 0.13, 35),
  oklch(0.28, 0.09, 266),
  oklch(0.7, 0.12, 76),
  oklch(0.36, 0.07, 160),
  oklch(0.55, 0.1, 20),
  oklch(0.82, 0.05, 82),
  oklch(0.34, 0.09, 330),
  oklch(0.6, 0.07, 215),
];
/** Heads in profile, for what is worn on them: 'gele', 'cap', 'wrap', 'hair', 'veil'. */
export const portraits: Paint = (random, sheet, mood) => {
  const ground = random.pick(grounds);
  const skin = oklch(random.between(0.26, 0.42), random.between(0.04, 0.062), random.between(38, 55));
  const [cloth, dress] = random.shuffle(cloths.filter((colour) => colour !== ground)) as [string, string];
  const size = Math.min(sheet.width * 0.92, sheet.height * 0.9);
  const [x, y] = [sheet.width / 2 + random.near(0, sheet.width > sheet.height * 1.2 ? sheet.width * 0.14 : 20), sheet.height - size * 0.5];
  const at = (dx: number, dy: number): Point => [x + dx * size, y + dy * size];
  const worn = { gele, cap, wrap, hair, veil }[mood] ?? gele;
  const svg = body(random, at, size, dress, skin) + head(at, size, skin) + worn(random, at, size, cloth) + jewels(random, at, size);
  const facing = random.chance(0.5);
  const whole = facing ? svg : `<g transform="translate(${sheet.width} 0) scale(-1 1)">${svg}</g>`;
  const shade =
    glow('lamp', [
      [0, lighter(ground, 0.3), 0.85],
      [1, ground, 0],
    ]) + fill(disc(sheet.width * (facing ? 0.3 : 0.7), sheet.height * 0.35, size * 0.7), 'url(#lamp)');
  const words =
    {
      gele: 'a tall gele folded in many pleats',
      cap: 'a soft embroidered cap',
      wrap: 'a cloth wound round the head and knotted',
      hair: 'hair threaded and gathered high',
      veil: 'a veil that falls to the shoulder',
    }[mood] ?? 'a tall gele folded in many pleats';
  return {
    ground,
    layers: [
      { svg: shade },
      { svg: backdrop(random, sheet, ground), blur: 14 },
      {
        svg: `<g transform="translate(${facing ? 26 : 40} 26)" opacity="0.5">${facing ? shadowOf(at) : `<g transform="translate(${sheet.width} 0) scale(-1 1)">${shadowOf(at)}</g>`}</g>`,
        blur: 30,
      },
      { svg: whole },
    ],
    alt: `A head in profile against a plain ground, wearing ${words}, with ${dress === oklch(0.92, 0.03, 85) ? 'a white' : 'a coloured'} collar and beads.`,
    surface: { grain: 1.2, mottle: 0.32, vignette: 0.34, light: [facing ? -1 : 1, -1, 0.2] },
  };
};

const face: [number, number][] = [
  [0.02, -0.26],
  [-0.1, -0.25],
  [-0.185, -0.19],
  [-0.2, -0.1],
  [-0.196, -0.07],
  [-0.232, -0.005],
  [-0.244, 0.012],
  [-0.212, 0.028],
  [-0.222, 0.052],
  [-0.212, 0.066],
  [-0.22, 0.088],
  [-0.192, 0.108],
  [-0.186, 0.145],
  [-0.14, 0.172],
  [-0.07, 0.15],
  [-0.02, 0.13],
  [0.1, 0.05],
  [0.16, -0.06],
  [0.14, -0.2],
];

const faceAt = (at: At): string => curve(face.map(([dx, dy]) => at(dx, dy)));
const shadowOf = (at: At): string =>
  fill(faceAt(at), '#0e0508') +
  fill(curve([at(-0.2, -0.1), at(-0.22, -0.36), at(0.1, -0.46), at(0.3, -0.3), at(0.2, -0.05)]), '#0e0508') +
  fill(curve([at(-0.5, 0.6), at(-0.3, 0.32), at(0.05, 0.25), at(0.4, 0.34), at(0.55, 0.6)]), '#0e0508');

function backdrop(random: Random, sheet: Sheet, ground: string): string {
  let svg = '';
  for (const [x, y] of scatter(random, sheet, 190, -60))
    svg += fill(
      blob(random, x, y, random.between(60, 150), 0.3),
      random.chance(0.5) ? darker(ground, 0.4) : lighter(ground, 0.25),
      random.between(0.06, 0.2),
    );
  return svg;
}

function head(at: At, size: number, skin: string): string {
  const path = faceAt(at);
  const [x, y] = at(-0.3, -0.3);
  return (
    fade(
      'cheek',
      [
        [0, lighter(skin, 0.3), 0.75],
        [0.35, skin, 0.1],
        [1, '#0c0408', 0.6],
      ],
      [0, 0, 1, 0.3],
    ) +
    fill(curve([at(-0.075, 0.1), at(-0.07, 0.2), at(-0.12, 0.34), at(0.16, 0.36), at(0.12, 0.2), at(0.11, 0)]), darker(skin, 0.22)) +
    clip('face', path, fill(path, skin) + fill(box(x, y, size * 0.55, size * 0.5), 'url(#cheek)')) +
    fill(curve([at(-0.168, -0.062), at(-0.13, -0.074), at(-0.1, -0.058), at(-0.132, -0.053)]), darker(skin, 0.7)) +
    line(curve([at(-0.185, -0.1), at(-0.14, -0.118), at(-0.09, -0.1)], false), darker(skin, 0.65), size * 0.009) +
    line(curve([at(-0.214, 0.067), at(-0.18, 0.07), at(-0.16, 0.064)], false), darker(skin, 0.6), size * 0.005) +
    line(curve([at(-0.205, 0.026), at(-0.19, 0.012), at(-0.196, -0.004)], false), darker(skin, 0.5), size * 0.005) +
    fill(curve([at(0.03, -0.055), at(0.055, -0.075), at(0.075, -0.05), at(0.06, -0.005), at(0.04, 0.015)]), lighter(skin, 0.08)) +
    line(curve([at(0.045, -0.05), at(0.06, -0.045), at(0.052, -0.015)], false), darker(skin, 0.5), size * 0.005)
  );
}

function body(random: Random, at: At, size: number, dress: string, skin: string): string {
  const shoulders = curve([
    at(-0.6, 0.66),
    at(-0.34, 0.38),
    at(-0.14, 0.29),
    at(0.02, 0.325),
    at(0.16, 0.28),
    at(0.42, 0.36),
    at(0.66, 0.7),
  ]);
  let svg =
    fade(
      'robe',
      [
        [0, lighter(dress, 0.1)],
        [1, darker(dress, 0.5)],
      ],
      [0, 0, 1, 0.6],
    ) +
    fill(curve([at(-0.13, 0.28), at(0, 0.22), at(0.15, 0.28), at(0.02, 0.36)]), skin) +
    fill(shoulders, 'url(#robe)');
  const rows = random.whole(2, 4);
  for (let row = 0; row < rows; row += 1)
    svg += line(
      curve([at(-0.17 - row * 0.05, 0.33 + row * 0.036), at(0, 0.375 + row * 0.045), at(0.19 + row * 0.05, 0.32 + row * 0.04)], false),
      row % 2 === 0 ? lighter(dress, 0.45) : darker(dress, 0.4),
      size * 0.006,
      0.8,
      row % 2 === 0 ? ' stroke-dasharray="3 9"' : '',
    );
  return svg;
}

function jewels(random: Random, at: At, size: number): string {
  const gold = oklch(0.8, 0.13, 85);
  const [ex, ey] = at(0.048, 0.035);
  let svg = random.chance(0.5)
    ? fill(disc(ex, ey, size * 0.015), gold) + fill(disc(ex, ey + size * 0.035, size * 0.011), gold)
    : line(disc(ex, ey + size * 0.03, size * 0.028), gold, size * 0.008);
  const bead = random.pick([oklch(0.93, 0.03, 90), oklch(0.6, 0.18, 33), gold]);
  for (let row = 0; row < random.whole(1, 3); row += 1)
    for (let index = 0; index <= 18; index += 1) {
      const share = index / 18 - 0.5;
      const [bx, by] = at(share * (0.27 + row * 0.05), 0.275 + row * 0.028 - share * share * 0.2 + 0.045);
      svg +=
        fill(disc(bx, by, size * 0.0088), darker(bead, Math.max(0, share) * 0.7)) +
        fill(disc(bx - 1.2, by - 1.2, size * 0.003), '#ffffff', 0.7);
    }
  return svg;
}
