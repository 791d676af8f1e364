import type { Random } from '../../random.ts';
import { darker, lighter, mix, oklch } from '../colour.ts';
import { blob, box, curve, disc, polygon, type Point } from '../lines.ts';
import { clip, fade, fill, glow, line, type Paint } from '../svg.ts';

/** What is held, struck, worn and read: 'drums', 'beads', 'books'. */
export const things: Paint = (random, sheet, mood) => (mood === 'beads' ? beads : mood === 'books' ? books : drums)(random, sheet, mood);

const drums: Paint = (random, sheet) => {
  const ground = random.pick([oklch(0.62, 0.1, 50), oklch(0.8, 0.06, 80), oklch(0.36, 0.08, 264), oklch(0.48, 0.12, 34)]);
  const [w, h] = [sheet.width, sheet.height];
  const base = h * 0.86;
  let shadows = fill(box(-10, base, w + 20, 30), '#120606', 0.4);
  let svg =
    fill(box(0, base, w, h), darker(ground, 0.3)) +
    fade(
      'body',
      [
        [0, '#fff0d0', 0.3],
        [0.35, '#fff0d0', 0.1],
        [1, '#0c0406', 0.66],
      ],
      [0, 0, 1, 0],
    );
  let count = 0;
  for (let x = random.between(30, 80); x < w - 90;) {
    const wide = random.between(180, 300);
    if (x + wide > w + 30) break;
    const tall = Math.min(h * 0.68, wide * random.between(1.1, 2.2));
    const wood = random.pick([oklch(0.36, 0.07, 45), oklch(0.48, 0.12, 35), oklch(0.28, 0.04, 40), oklch(0.6, 0.1, 65)]);
    const [cx, y] = [x + wide / 2, base + random.between(4, 40)];
    const at = (dx: number, up: number): Point => [cx + dx * wide, y - up * tall];
    const shape = drumShape(at, random.between(0.2, 0.42));
    shadows += `<g transform="translate(${wide * 0.2} 12)">${fill(shape, '#120606', 0.55)}</g>`;
    svg += drum(random, `t${count}`, { at, x, y, wide, tall, wood, shape });
    x += wide * random.between(1.04, 1.25);
    count += 1;
  }
  return {
    ground,
    layers: [{ svg: shadows, blur: 15 }, { svg }],
    alt: `${count} drums of different waists standing side by side, their skins laced with rope, painted teeth around each foot.`,
    surface: { grain: 1, mottle: 0.28, vignette: 0.36, light: [-1, -0.7, 0.22] },
  };
};

const drumShape = (at: (dx: number, up: number) => Point, waist: number): string =>
  curve([
    at(-0.36, 0),
    at(-waist, 0.25),
    at(-waist - 0.02, 0.5),
    at(-0.5, 0.85),
    at(-0.49, 1),
    at(0.49, 1),
    at(0.5, 0.85),
    at(waist + 0.02, 0.5),
    at(waist, 0.25),
    at(0.36, 0),
  ]);

interface Drum {
  at: (dx: number, up: number) => Point;
  x: number;
  y: number;
  wide: number;
  tall: number;
  wood: string;
  shape: string;
}

/** Laces, painted teeth, rims and the skin on top. */
function drum(random: Random, name: string, { at, x, y, wide, tall, wood, shape }: Drum): string {
  let skin = fill(shape, wood);
  const rope = oklch(0.84, 0.06, 85);
  for (let lace = -6; lace <= 6; lace += 1)
    skin += line(
      `M${at(lace * 0.085, 0.93).join(' ')}L${at((lace + 0.5) * 0.06, 0.52).join(' ')}L${at((lace + 1) * 0.085, 0.93).join(' ')}`,
      rope,
      4,
      0.9,
    );
  for (let band = 0; band < 3; band += 1)
    for (let tooth = -4; tooth <= 4; tooth += 1)
      skin += fill(
        polygon([
          at(tooth * 0.1 - 0.045, 0.12 + band * 0.12),
          at(tooth * 0.1, 0.2 + band * 0.12),
          at(tooth * 0.1 + 0.045, 0.12 + band * 0.12),
        ]),
        band === 1 ? oklch(0.6, 0.17, 33) : rope,
        0.85,
      );
  skin +=
    line(curve([at(-0.5, 0.94), at(0, 0.9), at(0.5, 0.94)], false), oklch(0.6, 0.17, 33), 9) +
    line(curve([at(-0.4, 0.52), at(0, 0.49), at(0.4, 0.52)], false), rope, 8);
  const [hx, hy] = at(0, 1);
  return (
    clip(name, shape, skin + fill(box(x, y - tall, wide, tall + 20), 'url(#body)')) +
    fill(disc(hx, hy, wide * 0.5, wide * 0.13), darker(wood, 0.3)) +
    fill(disc(hx, hy, wide * 0.47, wide * 0.115), oklch(0.86, 0.045, 82)) +
    fill(blob(random, hx - wide * 0.05, hy, wide * 0.09, 0.2), oklch(0.6, 0.06, 60), 0.35)
  );
}

const beads: Paint = (random, sheet) => {
  const ground = random.pick([oklch(0.24, 0.03, 40), oklch(0.86, 0.03, 85), oklch(0.44, 0.1, 35), oklch(0.28, 0.07, 266)]);
  const glass = [
    oklch(0.58, 0.19, 30),
    oklch(0.42, 0.14, 262),
    oklch(0.93, 0.02, 90),
    oklch(0.8, 0.15, 88),
    oklch(0.54, 0.12, 160),
    oklch(0.64, 0.13, 40),
    oklch(0.2, 0.02, 280),
    oklch(0.7, 0.1, 215),
  ];
  let svg = glow(
    'bead',
    [
      [0, '#ffffff', 0.75],
      [0.3, '#ffffff', 0.12],
      [0.75, '#000000', 0.08],
      [1, '#000000', 0.5],
    ],
    [0.36, 0.32, 0.7],
  );
  let shadows = '';
  const collar = random.chance(0.55);
  const [cx, cy] = [sheet.width / 2, collar ? sheet.height * 0.5 : sheet.height * -0.25];
  const rows = collar ? random.whole(9, 14) : Math.round(sheet.height / 46);
  const size = collar ? (Math.min(sheet.width, sheet.height) * 0.3) / rows : random.between(15, 20);
  for (let row = 0; row < rows; row += 1) {
    const radius = collar
      ? Math.min(sheet.width, sheet.height) * 0.17 + row * size * 2.02 * 0.5 * 1.0
      : sheet.height * 0.3 + row * size * 2.3;
    const bead = collar ? size * 0.52 : size;
    const [from, to] = collar ? [0, 2 * Math.PI] : [0.1, Math.PI - 0.1];
    const count = Math.floor(((to - from) * radius) / (bead * 2));
    const run = random.whole(1, 9);
    const colours = random.shuffle(glass).slice(0, random.whole(1, 3));
    for (let index = 0; index < count; index += 1) {
      const angle = from + ((to - from) * (index + 0.5)) / count;
      const [x, y] = [cx + Math.cos(angle) * radius + random.near(0, 0.8), cy + Math.sin(angle) * radius + random.near(0, 0.8)];
      const r = bead * random.between(0.9, 1.02);
      if (!collar || row % 3 === 0) shadows += fill(disc(x + r * 0.7, y + r * 0.9, r * 1.1), '#080304', 0.5);
      svg +=
        fill(disc(x, y, r), mix(colours[Math.floor(index / run) % colours.length]!, '#140a10', random.between(0, 0.2))) +
        fill(disc(x, y, r), 'url(#bead)');
    }
  }
  return {
    ground,
    layers: [{ svg: shadows, blur: 7 }, { svg }],
    alt: collar
      ? `A flat collar of glass beads in ${rows} rings of changing colours.`
      : 'Strings of large glass beads laid in arcs, one colour answering another.',
    surface: { grain: 0.8, mottle: 0.24, vignette: 0.34, light: [-1, -1, 0.16] },
  };
};

const spines = [
  oklch(0.46, 0.12, 35),
  oklch(0.34, 0.09, 264),
  oklch(0.72, 0.1, 80),
  oklch(0.42, 0.07, 155),
  oklch(0.88, 0.03, 85),
  oklch(0.3, 0.03, 40),
  oklch(0.58, 0.13, 45),
  oklch(0.5, 0.09, 215),
  oklch(0.44, 0.1, 350),
];

const books: Paint = (random, sheet) => {
  const [w, h] = [sheet.width, sheet.height];
  const wood = oklch(0.34, 0.06, 48);
  const shelves = Math.max(2, Math.round(h / 330));
  let svg =
    fill(box(0, 0, w, h), darker(wood, 0.6)) +
    fade(
      'spine',
      [
        [0, '#000000', 0.4],
        [0.2, '#ffffff', 0.14],
        [0.6, '#ffffff', 0.02],
        [1, '#000000', 0.45],
      ],
      [0, 0, 1, 0],
    );
  let shadows = '';
  for (let shelf = 0; shelf < shelves; shelf += 1) {
    const high = h / shelves;
    const base = (shelf + 1) * high - 22;
    svg += fill(box(0, base, w, 22), wood) + fill(box(0, base, w, 5), lighter(wood, 0.25));
    shadows += fill(box(0, shelf * high - 4, w, high * 0.28), '#060203', 0.7);
    for (let x = random.between(-10, 20); x < w;) {
      const [thick, tall] = [random.between(20, 62), high * random.between(0.62, 0.86)];
      const colour = mix(random.pick(spines), '#20140c', random.between(0, 0.25));
      if (random.chance(0.045)) {
        x += thick * random.between(1, 2.4);
        continue;
      }
      const lean = random.chance(0.06) ? random.between(4, 9) : random.near(0, 0.5);
      const book = spine(random, x, base, thick, tall, colour);
      svg += `<g transform="rotate(${lean.toFixed(1)} ${x + thick} ${base})">${book}${fill(box(x, base - tall, thick, tall), 'url(#spine)')}</g>`;
      x += thick + (lean > 2 ? tall * 0.12 : 1);
    }
  }
  const sun = fill(
    polygon([
      [w * 0.1, 0],
      [w * 0.42, 0],
      [w * 0.9, h],
      [w * 0.5, h],
    ]),
    '#ffe2a0',
    0.8,
  );
  return {
    ground: darker(wood, 0.6),
    layers: [{ svg }, { svg: shadows, blur: 20 }, { svg: sun, blur: 30, blend: 'soft-light' }],
    alt: `${shelves} full shelves of worn books, a slant of late sun across their spines.`,
    surface: { grain: 1, mottle: 0.2, vignette: 0.4 },
  };
};

function spine(random: Random, x: number, base: number, thick: number, tall: number, colour: string): string {
  let book = fill(box(x, base - tall, thick, tall), colour);
  const gilt = random.chance(0.6) ? oklch(0.82, 0.1, 85) : lighter(colour, 0.5);
  for (const band of random.pick([[0.1, 0.9], [0.08, 0.12, 0.88], [0.2, 0.24, 0.76, 0.8], []]))
    book += fill(box(x, base - tall * band, thick, 4), gilt, 0.8);
  if (random.chance(0.7))
    book += fill(
      box(x + thick * 0.34, base - tall * random.between(0.66, 0.78), thick * 0.32, tall * random.between(0.2, 0.36)),
      gilt,
      0.55,
    );
  if (random.chance(0.2)) book += fill(blob(random, x + thick / 2, base - tall * 0.86, thick * 0.2), gilt, 0.8);
  return book;
}
