import type { Random } from '../../random.ts';
import { darker, mix, oklch } from '../colour.ts';
import type { Sheet } from '../draw-image.ts';
import { box, polygon } from '../lines.ts';
import { fill, type Paint } from '../svg.ts';

/** Strip weaving: kente with its blocks, aso-oke with its fine lines, sewn edge to edge. */
export const weave: Paint = (random, sheet, mood) => {
  const yarns = palettes[mood as keyof typeof palettes] ?? random.pick([palettes.kente, palettes.forest, palettes.dusk]);
  const strips = Math.round((sheet.width / 1000) * random.between(6.5, 10.5));
  const width = sheet.width / strips;
  const aso = mood === 'aso-oke' || mood === 'sanyan';
  const twins = Array.from({ length: 3 }, (_, kind) => random.child(`strip ${kind}`).whole(1, 1e9));
  let svg = '';
  let shade = '';
  for (let strip = 0; strip < strips; strip += 1) {
    const x = strip * width;
    // Strips of one loom repeat, shifted a little where they were sewn.
    const kind = strip % 3;
    const drawn = random.child(String(twins[kind]));
    svg += aso ? asoOke(drawn, x, width, sheet, yarns) : kente(drawn, x, width, sheet, yarns, random.near(-60, 40) - (strip % 2) * 90);
    shade +=
      fill(box(x, 0, width * 0.09, sheet.height), '#000010', 0.3) +
      fill(box(x + width * 0.93, 0, width * 0.07, sheet.height), '#000010', 0.26) +
      fill(box(x + width * 0.3, 0, width * 0.3, sheet.height), '#ffffff', 0.12);
  }
  return {
    ground: yarns[0],
    layers: [
      { svg },
      { svg: threads(sheet) },
      { svg: shade, blur: width * 0.06, blend: 'soft-light' },
      { svg: drape(random, sheet), blur: 46, blend: 'soft-light' },
    ],
    alt: aso
      ? `Aso-oke: ${strips} narrow strips of fine stripes sewn edge to edge, hanging in soft folds.`
      : `Strip-woven cloth in ${strips} bands of stepped diamonds, checks, ladders and stripes, their blocks set against each other.`,
    surface: { cloth: 1.1, rib: random.between(2.2, 3), mottle: 0.2, grain: 0.5, vignette: 0.34, light: [random.pick([-1, 1]), -1, 0.16] },
  };
};

const palettes = {
  kente: [
    oklch(0.72, 0.14, 80),
    oklch(0.5, 0.16, 30),
    oklch(0.36, 0.11, 265),
    oklch(0.42, 0.09, 155),
    oklch(0.26, 0.03, 30),
    oklch(0.88, 0.06, 90),
  ],
  forest: [oklch(0.42, 0.09, 155), oklch(0.74, 0.14, 82), oklch(0.28, 0.06, 160), oklch(0.86, 0.07, 95), oklch(0.5, 0.15, 35)],
  dusk: [oklch(0.34, 0.11, 268), oklch(0.58, 0.16, 15), oklch(0.74, 0.12, 70), oklch(0.25, 0.06, 285), oklch(0.86, 0.05, 70)],
  'aso-oke': [oklch(0.44, 0.13, 12), oklch(0.62, 0.1, 30), oklch(0.8, 0.07, 85), oklch(0.33, 0.09, 5), oklch(0.7, 0.12, 75)],
  sanyan: [oklch(0.68, 0.06, 75), oklch(0.8, 0.045, 85), oklch(0.55, 0.065, 65), oklch(0.9, 0.03, 90), oklch(0.42, 0.05, 60)],
} as const;

function asoOke(random: Random, x: number, width: number, sheet: Sheet, yarns: readonly string[]): string {
  let svg = fill(box(x, 0, width, sheet.height), yarns[0]!);
  for (let at = 0; at < width;) {
    const warp = random.between(width * 0.012, width * 0.1);
    svg += fill(box(x + at, 0, warp, sheet.height), random.pick(yarns));
    at += warp * random.between(1, 2);
  }
  for (let y = random.between(0, 200); y < sheet.height; y += random.between(90, 260))
    // A row of holes, as eyelets are left by the weaver's stick.
    for (let hole = 0; hole < 5; hole += 1)
      svg +=
        fill(box(x + width * (0.16 + hole * 0.155), y, width * 0.05, 26), darker(yarns[3]!, 0.45), 0.85) +
        fill(box(x + width * (0.16 + hole * 0.155), y - 4, width * 0.05, 4), yarns[2]!, 0.8);
  return svg;
}

function kente(random: Random, x: number, width: number, sheet: Sheet, yarns: readonly string[], shift: number): string {
  const [ground, second] = random.shuffle(yarns) as [string, string];
  let svg = fill(box(x, 0, width, sheet.height), ground);
  for (let warp = 0; warp < 5; warp += 1) svg += fill(box(x + (width * (warp + 0.3)) / 5, 0, width * 0.05, sheet.height), second, 0.8);
  for (let y = shift; y < sheet.height;) {
    const height = random.pick([0.5, 0.8, 1, 1.2, 1.6]) * width;
    const [a, b, c] = random.shuffle(yarns) as [string, string, string];
    svg += random.pick(blocks)(x, y, width, height, a, b, c);
    y += height;
    if (!random.chance(0.5)) continue;
    for (let pick = 0; pick < 4; pick += 1) svg += fill(box(x, y + pick * 9, width, 5), [a, b][pick % 2]!);
    y += 36;
  }
  return svg;
}

type Block = (x: number, y: number, width: number, height: number, a: string, b: string, c: string) => string;

const blocks: Block[] = [
  () => '',
  (x, y, width, height, a, b) => {
    let svg = fill(box(x, y, width, height), a);
    const rows = Math.max(4, Math.round(height / (width / 6)));
    for (let row = 0; row < rows; row += 1)
      for (let column = row % 2; column < 6; column += 2)
        svg += fill(box(x + (column * width) / 6, y + (row * height) / rows, width / 6, height / rows), b);
    return svg;
  },
  (x, y, width, height, a, b, c) => {
    // A stepped diamond: the weft can only move in steps.
    let svg = fill(box(x, y, width, height), a);
    for (let step = 0; step < 9; step += 1) {
      const share = 1 - Math.abs(step - 4) / 4.6;
      svg +=
        fill(box(x + (width * (1 - share)) / 2, y + (step * height) / 9, width * share, height / 9 + 0.5), b) +
        fill(box(x + (width * (1 - share * 0.5)) / 2, y + (step * height) / 9, width * share * 0.5, height / 9 + 0.5), c);
    }
    return svg;
  },
  (x, y, width, height, a, b, c) =>
    [
      [0, a],
      [0.14, b],
      [0.28, c],
      [0.4, a],
    ]
      .map(([inset, colour]) =>
        fill(
          box(
            x + width * (inset as number),
            y + height * (inset as number),
            width * (1 - 2 * (inset as number)),
            height * (1 - 2 * (inset as number)),
          ),
          colour as string,
        ),
      )
      .join(''),
  (x, y, width, height, a, b) => {
    let svg = fill(box(x, y, width, height), a);
    const bars = Math.max(3, Math.round(height / 22));
    for (let bar = 0; bar < bars; bar += 1) svg += fill(box(x, y + (bar * height) / bars, width, height / bars / 2), b);
    return svg;
  },
  (x, y, width, height, a, b, c) => {
    let svg = fill(box(x, y, width, height), a);
    for (let tooth = 0; tooth < 4; tooth += 1)
      svg +=
        fill(
          polygon([
            [x + (tooth * width) / 4, y + height],
            [x + ((tooth + 0.5) * width) / 4, y + height * 0.35],
            [x + ((tooth + 1) * width) / 4, y + height],
          ]),
          b,
        ) +
        fill(
          polygon([
            [x + (tooth * width) / 4, y],
            [x + ((tooth + 0.5) * width) / 4, y + height * 0.4],
            [x + ((tooth + 1) * width) / 4, y],
          ]),
          c,
        );
    return svg;
  },
  (x, y, width, height, a, b, c) =>
    fill(box(x, y, width, height), a) +
    fill(
      polygon([
        [x, y],
        [x + width / 2, y + height / 2],
        [x, y + height],
      ]),
      b,
    ) +
    fill(
      polygon([
        [x + width, y],
        [x + width / 2, y + height / 2],
        [x + width, y + height],
      ]),
      b,
    ) +
    fill(box(x + width * 0.42, y, width * 0.16, height), c),
];

function threads(sheet: Sheet): string {
  let path = '';
  for (let y = 0; y < sheet.height; y += 7) path += box(0, y, sheet.width, 1.6);
  return fill(path, '#1a0a10', 0.14);
}

function drape(random: Random, sheet: Sheet): string {
  let svg = '';
  for (let x = random.between(0, 120); x < sheet.width; x += random.between(150, 330)) {
    const lean = random.near(0, 70);
    svg += fill(
      polygon([
        [x, -60],
        [x + 70, -60],
        [x + 90 + lean, sheet.height + 60],
        [x + lean, sheet.height + 60],
      ]),
      mix('#000010', '#301008', 0.3),
      0.42,
    );
    svg += fill(
      polygon([
        [x + 80, -60],
        [x + 140, -60],
        [x + 150 + lean, sheet.height + 60],
        [x + 90 + lean, sheet.height + 60],
      ]),
      '#ffffff',
      0.4,
    );
  }
  return svg;
}
