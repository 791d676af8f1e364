import type { Random } from '../../random.ts';
import { darker, lighter, mix, oklch } from '../colour.ts';
import { box, disc, polygon, type Point } from '../lines.ts';
import { fade, fill, line, scatter, type Paint } from '../svg.ts';

/** Houses up a hill ('hill'), or rusted roofs from above ('roofs'). */
export const town: Paint = (random, sheet, mood) => (mood === 'roofs' ? roofs(random, sheet, mood) : hill(random, sheet, mood));

const hill: Paint = (random, sheet, mood) => {
  const [w, h] = [sheet.width, sheet.height];
  const night = mood === 'hill night';
  const sky = night
    ? [oklch(0.2, 0.07, 272), oklch(0.4, 0.09, 300)]
    : random.pick([
        [oklch(0.6, 0.11, 240), oklch(0.88, 0.05, 210)],
        [oklch(0.66, 0.1, 25), oklch(0.9, 0.08, 80)],
        [oklch(0.55, 0.08, 270), oklch(0.82, 0.09, 50)],
      ]);
  const paint = [
    oklch(0.7, 0.13, 40),
    oklch(0.82, 0.11, 85),
    oklch(0.6, 0.1, 235),
    oklch(0.74, 0.1, 180),
    oklch(0.68, 0.13, 10),
    oklch(0.9, 0.03, 85),
    oklch(0.62, 0.1, 145),
    oklch(0.56, 0.12, 30),
  ];
  let svg = `${fade('sky', [
    [0, sky[0]!],
    [0.7, sky[1]!],
  ])}${fill(box(0, 0, w, h), 'url(#sky)')}`;
  const rows = Math.round((h / 1000) * random.whole(10, 14));
  let count = 0;
  for (let row = 0; row < rows; row += 1) {
    const share = row / (rows - 1);
    const base = h * (0.3 + share * 0.78);
    const size = 62 + share * 74;
    const bend = random.between(-60, 60) * (1 - share);
    for (let x = random.between(-80, 0); x < w;) {
      const [wide, tall] = [size * random.between(0.8, 1.5), size * random.between(0.9, 1.7)];
      const y = base + Math.sin((x / w) * Math.PI) * -h * 0.14 * (1 - share) + bend * (x / w);
      const wall = mix(
        mix(random.pick(paint), night ? oklch(0.22, 0.06, 280) : sky[1]!, night ? 0.72 : (1 - share) * 0.35),
        '#1a0a14',
        night ? 0.1 : 0,
      );
      svg += house(random, { x, y, wide, tall, size, wall, night, paint });
      count += 1;
      x += wide * random.between(0.94, 1.04);
    }
  }
  return {
    ground: sky[1]!,
    layers: [{ svg }],
    alt: `A hillside of ${night ? 'dark houses with lit windows' : 'painted houses'}, row above row up to the sky${night ? ' at night' : ''}; some ${Math.round(count / 10) * 10} roofs and washing between them.`,
    surface: { grain: 1, mottle: 0.16, vignette: 0.3, light: [-1, -1, 0.14] },
  };
};

interface House {
  x: number;
  y: number;
  wide: number;
  tall: number;
  /** Of the houses in its row. */
  size: number;
  wall: string;
  night: boolean;
  paint: readonly string[];
}

function house(random: Random, { x, y, wide, tall, size, wall, night, paint }: House): string {
  let svg = '';
  svg +=
    fill(box(x, y - tall, wide, tall + size * 2), wall) +
    fill(box(x + wide * 0.72, y - tall, wide * 0.28, tall + size * 2), '#160a1c', 0.3);
  if (random.chance(0.6)) svg += fill(box(x - 4, y - tall - 7, wide + 8, 9), darker(wall, 0.35));
  else
    svg += fill(
      polygon([
        [x - 6, y - tall],
        [x + wide * 0.4, y - tall - size * 0.36],
        [x + wide + 6, y - tall],
      ]),
      mix(oklch(0.46, 0.12, 35), '#1a0a14', night ? 0.6 : 0.05),
    );
  for (let column = 0; column < Math.floor(wide / 34); column += 1)
    for (let floor = 0; floor < Math.floor(tall / 46); floor += 1) {
      const [wx, wy] = [x + 12 + column * 32, y - tall + 14 + floor * 42];
      svg += fill(box(wx, wy, 13, 20), night && random.chance(0.6) ? oklch(0.86, 0.13, 80) : darker(wall, 0.62), random.between(0.7, 1));
      if (!night && random.chance(0.3)) svg += fill(box(wx - 5, wy, 5, 20), lighter(wall, 0.4));
    }
  if (random.chance(0.14))
    svg +=
      line(`M${x + 8} ${y - tall - 20}q${wide * 0.4} 16 ${wide * 0.8} 0`, darker(wall, 0.6), 1.6) +
      [0.2, 0.4, 0.6].map((at) => fill(box(x + wide * at, y - tall - 13, 12, 16), random.pick(paint))).join('');
  if (random.chance(0.1))
    svg += fill(disc(x + wide, y - tall * 0.3, size * 0.34, size * 0.4), mix(oklch(0.46, 0.1, 145), '#10101c', night ? 0.7 : 0));
  return svg;
}

const roofs: Paint = (random, sheet) => {
  const ground = oklch(0.5, 0.07, 50);
  let shadows = '';
  let svg = '';
  const turn = random.between(-0.3, 0.3);
  const positions = scatter(random, sheet, random.between(112, 140), -80).toSorted((a, b) => a[1] - b[1]);
  for (const [x, y] of positions) {
    const [wide, deep] = [random.between(88, 150), random.between(66, 104)];
    const angle = turn + random.pick([0, Math.PI / 2]) + random.near(0, 0.1);
    const at = (dx: number, dy: number): Point => [
      x + Math.cos(angle) * dx * wide - Math.sin(angle) * dy * deep,
      y + Math.sin(angle) * dx * wide + Math.cos(angle) * dy * deep,
    ];
    const rust = mix(
      oklch(0.46, 0.1, random.between(36, 52)),
      random.pick([oklch(0.62, 0.02, 240), oklch(0.34, 0.07, 35), oklch(0.55, 0.09, 60)]),
      random.between(0, 0.75),
    );
    const corners = [at(-0.6, -0.6), at(0.6, -0.6), at(0.6, 0.6), at(-0.6, 0.6)];
    shadows += fill(polygon(corners.map(([px, py]) => [px + 16, py + 20])), '#0e0505', 0.7);
    svg +=
      fill(polygon([at(-0.6, -0.6), at(0.6, -0.6), at(0.6, 0), at(-0.6, 0)]), lighter(rust, Math.sin(angle) > 0.4 ? 0.02 : 0.16)) +
      fill(polygon([at(-0.6, 0), at(0.6, 0), at(0.6, 0.6), at(-0.6, 0.6)]), darker(rust, 0.22));
    for (let sheetEdge = -5; sheetEdge <= 5; sheetEdge += 1)
      svg += line(polygon([at(sheetEdge * 0.115, -0.6), at(sheetEdge * 0.115, 0.6)]), darker(rust, 0.5), 1.4, 0.4);
    for (let stain = 0; stain < 4; stain += 1) {
      const [dx, dy] = [random.between(-0.55, 0.4), random.pick([-0.6, 0])];
      svg += fill(
        polygon([at(dx, dy), at(dx + 0.115, dy), at(dx + 0.115, dy + 0.6), at(dx, dy + 0.6)]),
        random.pick([oklch(0.4, 0.1, 40), oklch(0.68, 0.02, 230), oklch(0.28, 0.06, 35)]),
        random.between(0.2, 0.5),
      );
    }
    svg += line(polygon([at(-0.6, 0), at(0.6, 0)]), lighter(rust, 0.35), 3, 0.7);
  }
  return {
    ground,
    layers: [{ svg: shadows, blur: 6 }, { svg }],
    alt: 'Rusted roofs from a hill, hundreds of sheets of zinc in browns, reds and greys, each turned a little from its neighbour.',
    surface: { grain: 1.1, mottle: 0.34, vignette: 0.36, light: [-1, -1, 0.16] },
  };
};
