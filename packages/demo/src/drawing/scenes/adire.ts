import type { Random } from '../../random.ts';
import { mix, oklch } from '../colour.ts';
import type { Sheet } from '../draw-image.ts';
import { arc, blob, box, brush, curve, disc, patch, spiral, turned, wave, type Point } from '../lines.ts';
import { fill, line, type Paint } from '../svg.ts';

/** Indigo resist: squares drawn in cassava paste (eleko), or rings tied with raffia (oniko). */
export const adire: Paint = (random, sheet, mood) => {
  const depth = mood === 'pale' ? random.between(0.42, 0.48) : random.between(0.25, 0.32);
  const dye = oklch(depth, random.between(0.08, 0.115), random.between(258, 270));
  const resist = mix(oklch(0.9, 0.03, 255), dye, random.between(0.02, 0.16));
  const drawn = mood === 'tied' ? rings(random, sheet, resist) : squares(random, sheet, dye, resist);
  return {
    ground: dye,
    layers: [
      { svg: vats(random, sheet, dye), blur: 26 },
      { svg: drawn.svg },
      { svg: drawn.svg, blur: 7, blend: 'soft-light' },
      { svg: folds(random, sheet), blur: 22, blend: 'soft-light' },
    ],
    alt: drawn.alt,
    surface: { cloth: 1, rib: random.between(2.4, 3.4), mottle: 0.34, grain: 0.5, vignette: 0.3, light: [-1, -1, 0.14] },
  };
};

/** Each dip into the vat leaves its own edge. */
function vats(random: Random, sheet: Sheet, dye: string): string {
  let svg = '';
  for (let dip = 0; dip < 9; dip += 1) {
    const y = random.between(0, sheet.height);
    svg += line(
      curve(wave(-40, y, sheet.width + 80, random.between(8, 30), random.whole(1, 3), random.between(0, 6)), false),
      random.chance(0.5) ? mix(dye, '#050a26', 0.6) : mix(dye, '#9db0ea', 0.5),
      random.between(10, 60),
      0.3,
    );
  }
  return svg;
}

function folds(random: Random, sheet: Sheet): string {
  let svg = '';
  for (let x = random.between(0, 160); x < sheet.width; x += random.between(120, 420)) {
    svg += line(`M${x} -20L${random.near(x, 60)} ${sheet.height + 20}`, '#ffffff', random.between(14, 60), 0.34);
    svg += line(`M${x + 40} -20L${random.near(x + 40, 60)} ${sheet.height + 20}`, '#000018', random.between(14, 70), 0.4);
  }
  return svg;
}

type Motif = (random: Random, x: number, y: number, half: number) => string;

function squares(random: Random, sheet: Sheet, dye: string, resist: string): { svg: string; alt: string } {
  const columns = random.pick(sheet.width > sheet.height * 1.5 ? [6, 8, 9] : sheet.width > sheet.height ? [4, 5, 6] : [3, 4, 5]);
  const cell = sheet.width / columns;
  const rows = Math.ceil(sheet.height / cell);
  const names = random.shuffle(Object.keys(motifs) as (keyof typeof motifs)[]).slice(0, random.whole(3, 6));
  const step = random.whole(1, 2);
  let svg = '';
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const name = names[(row * step + column) % names.length]!;
      const [x, y] = [(column + 0.5) * cell + random.near(0, 3), (row + 0.5) * cell + random.near(0, 3)];
      if (random.chance(0.2))
        svg += fill(patch(random, x - cell / 2, y - cell / 2, cell, cell, 4), random.chance(0.5) ? '#040a2c' : '#7f97e6', 0.16);
      const strength = random.between(0.72, 1);
      svg += fill(motifs[name](random, x, y, cell * 0.39), mix(dye, resist, strength));
    }
  let dots = '';
  const gap = cell / random.whole(18, 26);
  for (let column = 0; column <= columns; column += 1)
    for (let y = 0; y < sheet.height; y += gap)
      for (const side of [-1, 1])
        dots += disc(column * cell + side * cell * 0.032 + random.near(0, 1.4), y + random.near(0, 1.4), gap * random.between(0.2, 0.31));
  for (let row = 0; row <= rows; row += 1)
    for (let x = 0; x < sheet.width; x += gap)
      for (const side of [-1, 1])
        dots += disc(x + random.near(0, 1.4), row * cell + side * cell * 0.032 + random.near(0, 1.4), gap * random.between(0.2, 0.31));
  const words = names.slice(0, 3).join(', ');
  return {
    svg: svg + fill(dots, resist, 0.85),
    alt: `Indigo adire cloth of ${columns * rows} squares in resist white, each with a motif: ${words}. Dotted lines run between them.`,
  };
}

const motifs = {
  'rings of dots': (random, x, y, half) => {
    let path = '';
    for (let radius = half * 0.14; radius <= half; radius += half * 0.145)
      for (let angle = random.between(0, 1); angle < 7.2; angle += (half * 0.125) / radius)
        path += disc(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius, half * random.between(0.032, 0.052));
    return path;
  },
  waves: (random, x, y, half) => {
    const [phase, crests] = [random.between(0, 6), random.whole(1, 3)];
    let path = '';
    for (let row = -4; row <= 4; row += 1)
      path += brush(random, wave(x - half, y + row * half * 0.23, half * 2, half * 0.09, crests, phase), half * 0.1, { taper: 0.5 });
    return path;
  },
  coils: (random, x, y, half) =>
    brush(random, spiral(x, y, half, random.between(3.4, 4.6), random.between(0, 6)), half * 0.12, { taper: 0.6 }),
  'four leaves': (random, x, y, half) => {
    let path = '';
    for (let leaf = 0; leaf < 4; leaf += 1) {
      const angle = Math.PI / 4 + (leaf * Math.PI) / 2 + random.near(0, 0.06);
      const [lx, ly] = [x + Math.cos(angle) * half * 0.5, y + Math.sin(angle) * half * 0.5];
      path += curve(
        turned(
          [
            [lx - half * 0.45, ly],
            [lx, ly - half * 0.21],
            [lx + half * 0.45, ly],
            [lx, ly + half * 0.21],
          ],
          lx,
          ly,
          angle,
        ),
      );
    }
    for (let dot = 0; dot < 20; dot += 1)
      path += disc(x + Math.cos(dot * 0.314) * half * 1.02, y + Math.sin(dot * 0.314) * half * 1.02, half * 0.035);
    return path;
  },
  suns: (random, x, y, half) => {
    let path = blob(random, x, y, half * 0.14);
    const rays = random.whole(13, 19);
    for (let ray = 0; ray < rays; ray += 1) {
      const angle = (ray / rays) * 2 * Math.PI;
      const points: Point[] = [0.26, 0.5, 0.75, 0.98].map((reach, index) => [
        x + Math.cos(angle + index * 0.1) * half * reach,
        y + Math.sin(angle + index * 0.1) * half * reach,
      ]);
      path += brush(random, points, half * 0.13, { taper: 0.8 });
    }
    return path;
  },
  diamonds: (random, x, y, half) => {
    let path = '';
    for (let row = -3; row <= 3; row += 1)
      for (let column = -3; column <= 3; column += 1) {
        if ((row + column) % 2 !== 0) continue;
        const [cx, cy, r] = [x + column * half * 0.29, y + row * half * 0.29, half * random.between(0.12, 0.16)];
        path += `M${cx} ${cy - r}L${cx + r} ${cy}L${cx} ${cy + r}L${cx - r} ${cy}Z`;
      }
    return path;
  },
  combs: (random, x, y, half) => {
    let path = '';
    for (const side of [-1, 1])
      for (let tooth = 0; tooth < 7; tooth += 1)
        path += brush(
          random,
          arc(
            x,
            y + side * half * 0.95,
            half * (0.25 + tooth * 0.13),
            side === 1 ? Math.PI : 0,
            side === 1 ? 2 * Math.PI : Math.PI,
            half * (0.2 + tooth * 0.11),
          ),
          half * 0.055,
          { taper: 0.5 },
        );
    return path;
  },
  feathers: (random, x, y, half) => {
    let path = '';
    for (const column of [-0.5, 0.5]) {
      path += brush(
        random,
        [
          [x + column * half, y - half],
          [x + column * half, y],
          [x + column * half, y + half],
        ],
        half * 0.08,
      );
      for (let barb = -5; barb <= 5; barb += 1)
        for (const side of [-1, 1])
          path += brush(
            random,
            [
              [x + column * half, y + barb * half * 0.17],
              [x + column * half + side * half * 0.2, y + barb * half * 0.17 - half * 0.07],
              [x + column * half + side * half * 0.4, y + barb * half * 0.17 - half * 0.2],
            ],
            half * 0.07,
          );
    }
    return path;
  },
  ladders: (random, x, y, half) => {
    let path = '';
    for (let rung = -6; rung <= 6; rung += 1) {
      const wide = rung % 2 === 0 ? 1 : 0.55;
      path += brush(
        random,
        [
          [x - half * wide, y + rung * half * 0.155],
          [x, y + rung * half * 0.155 + random.near(0, 2)],
          [x + half * wide, y + rung * half * 0.155],
        ],
        half * 0.075,
        { taper: 0.3 },
      );
    }
    return path + box(x - half * 0.04, y - half, half * 0.08, half * 2);
  },
} satisfies Record<string, Motif>;

function rings(random: Random, sheet: Sheet, resist: string): { svg: string; alt: string } {
  const across = random.whole(2, 4);
  const cell = Math.min(sheet.width, sheet.height) / across;
  const [columns, rows] = [Math.ceil(sheet.width / cell) + 1, Math.ceil(sheet.height / cell) + 1];
  const turns = random.whole(4, 7);
  let svg = '';
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const [x, y] = [(column + (row % 2) * 0.5) * cell + random.near(0, cell * 0.04), (row + 0.2) * cell + random.near(0, cell * 0.04)];
      for (let ring = 1; ring <= turns; ring += 1) {
        const radius = (cell * 0.47 * ring) / turns;
        const pleats = 24 + ring * 12;
        for (let pleat = 0; pleat < pleats; pleat += 1) {
          const angle = (pleat / pleats) * 2 * Math.PI + random.near(0, 0.03);
          const reach = radius * random.near(1, 0.05);
          const out = (cell / turns) * random.between(0.12, 0.34);
          svg += line(
            `M${x + Math.cos(angle) * reach} ${y + Math.sin(angle) * reach}l${Math.cos(angle) * out} ${Math.sin(angle) * out}`,
            resist,
            cell * random.between(0.009, 0.021),
            random.between(0.45, 1),
          );
        }
      }
      svg += fill(blob(random, x, y, cell * 0.025), resist);
    }
  return {
    svg,
    alt: 'Indigo cloth tied with raffia before dyeing: rows of white sunbursts, ring within ring, their edges bleeding into the blue.',
  };
}
