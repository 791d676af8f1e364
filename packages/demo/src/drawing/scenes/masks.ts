import type { Random } from '../../random.ts';
import { darker, lighter, mix, oklch } from '../colour.ts';
import { arc, blob, box, brush, curve, disc, polygon, type Point } from '../lines.ts';
import { clip, fade, fill, line, type Paint } from '../svg.ts';

/** Carved faces, one large ('one') or a wall of them. */
export const masks: Paint = (random, sheet, mood) => {
  const ground = random.pick([
    oklch(0.46, 0.12, 35),
    oklch(0.28, 0.08, 268),
    oklch(0.72, 0.11, 76),
    oklch(0.84, 0.04, 82),
    oklch(0.34, 0.06, 155),
  ]);
  const columns = mood === 'one' ? 1 : Math.max(1, Math.round(sheet.width / random.between(330, 420)));
  const rows = mood === 'one' ? 1 : Math.max(1, Math.round(sheet.height / random.between(480, 620)));
  const defs = fade(
    'side',
    [
      [0, '#fff0d0', 0.3],
      [0.42, '#fff0d0', 0.08],
      [0.56, '#100608', 0.14],
      [1, '#100608', 0.62],
    ],
    [0, 0, 1, 0.1],
  );
  let shadows = '';
  let svg = defs;
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const [w, h] = [sheet.width / columns, sheet.height / rows];
      const tall = Math.min(h * 0.78, w * 1.25) * random.between(0.92, 1.04);
      const [x, y] = [(column + 0.5) * w + random.near(0, 8), (row + 0.52) * h + random.near(0, 8)];
      const drawn = mask(random, x, y, tall * random.between(0.52, 0.62), tall, `m${row}-${column}`);
      shadows += `<g transform="translate(${tall * 0.09} ${tall * 0.06})">${fill(drawn.outline, '#0c0405', 0.66)}</g>`;
      svg += drawn.svg;
    }
  return {
    ground,
    layers: [{ svg: shadows, blur: 18 }, { svg }],
    alt:
      columns * rows === 1
        ? 'One carved wooden mask, half in light: narrowed eyes, a long nose, rows of cut marks on brow and cheeks.'
        : `${columns * rows} carved masks hung on a painted wall, each with its own brow, crest and cut marks.`,
    surface: { grain: 1, mottle: 0.3, vignette: 0.4, light: [-1, -0.6, 0.22] },
  };
};

/** What a mask's parts are drawn with: its place, size and colours. `at` is in shares of its size. */
interface Face {
  at: (dx: number, dy: number) => Point;
  x: number;
  y: number;
  wide: number;
  tall: number;
  wood: string;
  mark: string;
  accent: string;
}

function mask(random: Random, x: number, y: number, wide: number, tall: number, name: string): { svg: string; outline: string } {
  const wood = random.pick([
    oklch(0.3, 0.05, 42),
    oklch(0.4, 0.08, 45),
    oklch(0.24, 0.02, 40),
    oklch(0.88, 0.03, 85),
    oklch(0.5, 0.13, 33),
    oklch(0.62, 0.1, 70),
  ]);
  const pale = oklch(0.91, 0.03, 85);
  const mark = wood === pale || random.chance(0.25) ? oklch(0.24, 0.04, 40) : pale;
  const accent = random.pick([oklch(0.58, 0.17, 33), oklch(0.45, 0.13, 262), oklch(0.78, 0.13, 82)]);
  const at = (dx: number, dy: number): Point => [x + dx * wide, y + dy * tall];
  const jaw = random.between(0.16, 0.3);
  const brow = random.between(0.42, 0.5);
  const half: [number, number][] = [
    [0, 0.5],
    [jaw * 0.7, 0.47],
    [jaw + 0.1, 0.3],
    [0.46, 0.04],
    [brow, -0.2],
    [brow * 0.8, -0.4],
    [0.2, -0.48],
  ];
  const outline = curve([
    ...half.map(([dx, dy]) => at(dx, dy)),
    at(0, -0.5),
    ...half
      .slice(1)
      .toReversed()
      .map(([dx, dy]) => at(-dx, dy)),
  ]);
  const face: Face = { at, x, y, wide, tall, wood, mark, accent };
  const behind = crestBehind(random, face) + fringe(random, face);
  return {
    svg:
      behind +
      clip(name, outline, fill(outline, wood) + features(random, face) + fill(box(x - wide / 2, y - tall / 2, wide, tall), 'url(#side)')) +
      line(outline, darker(wood, 0.6), 2, 0.6),
    outline,
  };
}

function crestBehind(random: Random, { at, x, y, wide, tall, wood, mark, accent }: Face): string {
  const crest = random.whole(0, 3);
  let svg = '';
  if (crest === 1)
    for (const side of [-1, 1])
      svg += fill(
        brush(
          random,
          arc(x + side * wide * 0.1, y - tall * 0.5, wide * 0.42, side === 1 ? -2.4 : -0.75, side === 1 ? 0.3 : -3.45, tall * 0.16),
          wide * 0.1,
        ),
        darker(wood, 0.1),
      );
  if (crest === 2)
    for (let spike = -3; spike <= 3; spike += 1)
      svg += fill(
        polygon([at(spike * 0.1 - 0.045, -0.4), at(spike * 0.135, -0.6 + Math.abs(spike) * 0.02), at(spike * 0.1 + 0.045, -0.4)]),
        spike % 2 === 0 ? accent : wood,
      );
  if (crest === 3)
    svg +=
      fill(disc(x, y - tall * 0.46, wide * 0.2, tall * 0.13), wood) +
      line(disc(x, y - tall * 0.46, wide * 0.14, tall * 0.09), mark, 4, 0.8);
  return svg;
}

/** Raffia below the chin. */
function fringe(random: Random, { at, x, y, wide, tall }: Face): string {
  let svg = '';
  for (let strand = 0; strand < 38; strand += 1) {
    const share = strand / 37 - 0.5;
    svg += line(
      curve(
        [
          at(share * 0.7, 0.3),
          at(share * 0.9, 0.46),
          [x + share * wide * 1.0 + random.near(0, 6), y + tall * (0.56 - Math.abs(share) * 0.16) + random.near(0, 12)],
        ],
        false,
      ),
      mix(oklch(0.75, 0.09, 82), oklch(0.45, 0.07, 60), random.next()),
      4,
    );
  }
  return svg;
}

function features(random: Random, face: Face): string {
  const { at, wide, mark, accent } = face;
  let svg = browBands(random, face);
  const eye = random.between(-0.1, -0.05);
  const slant = random.between(-0.02, 0.025);
  for (const side of [-1, 1]) svg += eyeAt(random, face, side, eye, slant) + cheekMarks(random, face, side);
  svg += nose(face) + mouthBelow(random, face);
  return (
    svg +
    fill(blob(random, ...at(0, 0.41), wide * 0.03, 0.1), accent) +
    line(curve([at(-0.44, -0.26), at(0, -0.21), at(0.44, -0.26)], false), mark, 4, 0.85)
  );
}

function browBands(random: Random, { at, wide, tall, wood, mark, accent }: Face): string {
  let svg = '';
  if (random.chance(0.5))
    svg += fill(polygon([at(-0.6, -0.6), at(0.6, -0.6), at(0.6, -0.26), at(0, -0.2), at(-0.6, -0.26)]), mix(wood, accent, 0.85));
  const bands = random.whole(1, 3);
  for (let band = 0; band < bands; band += 1)
    for (let tooth = -5; tooth <= 5; tooth += 1) {
      const [cx, cy] = at(tooth * 0.085, -0.4 + band * 0.075 + tooth * tooth * 0.0012);
      svg +=
        band % 2 === 0
          ? fill(
              polygon([
                [cx - wide * 0.036, cy + tall * 0.024],
                [cx, cy - tall * 0.026],
                [cx + wide * 0.036, cy + tall * 0.024],
              ]),
              mark,
              0.92,
            )
          : fill(blob(random, cx, cy, wide * 0.02, 0.15, 7), mark, 0.92);
    }
  return svg;
}

function eyeAt(random: Random, { at, wide, tall, wood, mark }: Face, side: number, eye: number, slant: number): string {
  let svg = '';
  svg += fill(
    brush(
      random,
      [at(side * 0.06, eye - 0.06), at(side * 0.2, eye - 0.105), at(side * 0.36, eye - 0.07 + slant), at(side * 0.43, eye)],
      wide * 0.07,
    ),
    darker(wood, 0.55),
  );
  const [ex, ey] = at(side * 0.21, eye);
  const lid = curve([
    [ex - wide * 0.12, ey - side * slant * tall],
    [ex, ey - tall * 0.034],
    [ex + wide * 0.12, ey + side * slant * tall],
    [ex, ey + tall * 0.03],
  ]);
  svg +=
    fill(
      curve([
        [ex - wide * 0.15, ey],
        [ex, ey - tall * 0.055],
        [ex + wide * 0.15, ey],
        [ex, ey + tall * 0.05],
      ]),
      lighter(wood, 0.22),
    ) +
    fill(lid, mark) +
    fill(
      brush(
        random,
        [
          [ex - wide * 0.1, ey],
          [ex, ey + 2],
          [ex + wide * 0.1, ey],
        ],
        tall * 0.026,
      ),
      '#0c0506',
    );
  return svg;
}

function cheekMarks(random: Random, { at, wide, mark }: Face, side: number): string {
  let svg = '';
  for (let cut = 0; cut < 3; cut += 1)
    svg += fill(
      brush(
        random,
        [at(side * (0.14 + cut * 0.075), 0.1), at(side * (0.15 + cut * 0.07), 0.15), at(side * (0.14 + cut * 0.06), 0.22 - cut * 0.015)],
        wide * 0.03,
      ),
      mark,
      0.9,
    );
  for (let dot = 0; dot < 5; dot += 1)
    svg += fill(blob(random, ...at(side * (0.4 - dot * 0.022), 0.02 + dot * 0.055), wide * 0.014, 0.1, 6), mark, 0.8);
  return svg;
}

const nose = ({ at, wood }: Face): string =>
  fill(
    curve([
      at(-0.025, -0.2),
      at(0.025, -0.2),
      at(0.05, 0.06),
      at(0.1, 0.14),
      at(0.06, 0.17),
      at(-0.06, 0.17),
      at(-0.1, 0.14),
      at(-0.05, 0.06),
    ]),
    lighter(wood, 0.18),
  ) +
  fill(curve([at(0.005, -0.2), at(0.03, -0.2), at(0.055, 0.06), at(0.1, 0.14), at(0.06, 0.17), at(0.01, 0.17)]), darker(wood, 0.4), 0.8);

function mouthBelow(random: Random, { at, wide, tall, wood, mark }: Face): string {
  const [mx, my] = at(0, 0.29);
  const mouth = random.between(0.12, 0.18);
  let svg =
    fill(disc(mx, my, wide * mouth, tall * random.between(0.035, 0.06)), lighter(wood, 0.12)) +
    fill(disc(mx, my, wide * mouth * 0.74, tall * 0.024), '#0c0506');
  if (random.chance(0.5))
    for (let tooth = -2; tooth <= 2; tooth += 1)
      svg += fill(box(mx + tooth * wide * 0.04 - wide * 0.015, my - tall * 0.018, wide * 0.03, tall * 0.018), mark);
  return svg;
}
