import type { Random } from '../../random.ts';
import { mix, oklch } from '../colour.ts';
import type { Sheet } from '../draw-image.ts';
import { arc, blob, brush, spiral, turned, type Point } from '../lines.ts';
import { fill, scatter, type Paint } from '../svg.ts';

/** Uli: a few sure lines, and space left around them. */
export const uli: Paint = (random, sheet, mood) => {
  const walls = {
    chalk: [oklch(0.88, 0.035, random.between(75, 95)), [oklch(0.3, 0.09, 265), oklch(0.24, 0.03, 40)]],
    laterite: [oklch(random.between(0.46, 0.54), 0.12, random.between(36, 46)), [oklch(0.92, 0.03, 85), oklch(0.2, 0.03, 40)]],
    ochre: [oklch(random.between(0.74, 0.8), 0.12, random.between(74, 84)), [oklch(0.22, 0.04, 30), oklch(0.4, 0.13, 34)]],
    night: [oklch(0.26, 0.07, 270), [oklch(0.9, 0.04, 85), oklch(0.75, 0.13, 75)]],
  } as const;
  const [wall, inks] = walls[mood as keyof typeof walls] ?? walls.chalk;
  const marks: string[] = [];
  let svg = '';
  // One large figure carries the wall; smaller ones answer it.
  const figures = random.shuffle(large);
  const zone = random.pick([520, 640, 640, 900]);
  const columns = Math.max(1, Math.round(sheet.width / zone));
  const rows = Math.max(1, Math.round(sheet.height / zone));
  let drawn = 0;
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const [w, h] = [sheet.width / columns, sheet.height / rows];
      const [x, y] = [random.near((column + 0.5) * w, w * 0.1), random.near((row + 0.5) * h, h * 0.1)];
      const figure = figures[drawn % figures.length]!;
      svg += fill(figure.draw(random, x, y, Math.min(w, h) * random.between(0.42, 0.52)), inks[0]);
      marks.push(figure.name);
      drawn += 1;
    }
  for (const [x, y] of scatter(random, sheet, Math.max(150, zone * 0.3), 60, 40)) {
    const nearest = Math.min(...centres(sheet, columns, rows).map(([cx, cy]) => Math.hypot(cx - x, cy - y)));
    if (nearest < Math.min(sheet.width / columns, sheet.height / rows) * 0.46) continue;
    svg += fill(random.pick(small)(random, x, y, zone * random.between(0.055, 0.1)), random.chance(0.28) ? inks[1] : inks[0]);
  }
  return {
    ground: wall,
    layers: [{ svg: plaster(random, sheet, wall), blur: 18 }, { svg }, { svg: dust(random, sheet, wall) }],
    alt: `Uli painting on ${mood === 'laterite' ? 'a red earth wall' : mood === 'ochre' ? 'an ochre wall' : mood === 'night' ? 'a dark ground' : 'chalk'}: ${[...new Set(marks)].slice(0, 3).join(', ')} in flowing lines, with dots and small signs between.`,
    surface: { mottle: 0.3, grain: 0.6, vignette: 0.22, light: [random.pick([-1, 1]), -1, 0.16] },
  };
};

const centres = (sheet: Sheet, columns: number, rows: number): Point[] =>
  Array.from({ length: columns * rows }, (_, index) => [
    ((index % columns) + 0.5) * (sheet.width / columns),
    (Math.floor(index / columns) + 0.5) * (sheet.height / rows),
  ]);

/** A palm goes over the wet wall in half circles. */
function plaster(random: Random, sheet: Sheet, wall: string): string {
  let svg = '';
  for (const [x, y] of scatter(random, sheet, 130, -60))
    svg += fill(
      brush(random, turned(arc(x, y, random.between(60, 150), 3.4, 6), x, y, random.near(0, 0.7)), random.between(10, 34)),
      random.chance(0.5) ? mix(wall, '#ffffff', 0.5) : mix(wall, '#2a1408', 0.5),
      0.14,
    );
  return svg;
}

/** Where the wall shows through the paint again. */
function dust(random: Random, sheet: Sheet, wall: string): string {
  let path = '';
  for (let speck = 0; speck < 900; speck += 1)
    path += blob(random, random.between(0, sheet.width), random.between(0, sheet.height), random.between(0.6, 2.6), 0.5, 5);
  return fill(path, mix(wall, '#ffffff', 0.08), 0.8);
}

type Mark = (random: Random, x: number, y: number, reach: number) => string;

const large: { name: string; draw: Mark }[] = [
  {
    name: 'a great coil',
    draw: (random, x, y, reach) => {
      const start = random.between(0, 6);
      const points = spiral(x, y, reach * 0.8, random.between(2.6, 3.6), start);
      const tail = points[points.length - 1]!;
      const away = Math.atan2(tail[1] - y, tail[0] - x) + 1.2;
      points.push(
        [tail[0] + Math.cos(away) * reach * 0.22, tail[1] + Math.sin(away) * reach * 0.22],
        [tail[0] + Math.cos(away - 0.5) * reach * 0.5, tail[1] + Math.sin(away - 0.5) * reach * 0.5],
      );
      return brush(random, points, reach * 0.1, { taper: 0.85, tremble: 0.1 });
    },
  },
  {
    name: 'bows one inside another',
    draw: (random, x, y, reach) => {
      let path = '';
      const lean = random.near(0, 0.5);
      for (let bow = 0; bow < 5; bow += 1)
        path += brush(
          random,
          turned(
            arc(x, y + reach * 0.5, reach * (0.25 + bow * 0.17), 3.3 + bow * 0.05, 6.1 - bow * 0.04, reach * (0.35 + bow * 0.24)),
            x,
            y,
            lean,
          ),
          reach * (0.055 + bow * 0.012),
        );
      return path + blob(random, x, y + reach * 0.35, reach * 0.08);
    },
  },
  {
    name: 'a python crossing',
    draw: (random, x, y, reach) => {
      const bend = random.between(0.26, 0.4) * reach;
      const body: Point[] = Array.from({ length: 34 }, (_, index) => [
        x - reach + (index / 33) * reach * 2,
        y + Math.sin(index * 0.36) * bend * (0.5 + index / 50),
      ]);
      const around = turned(body, x, y, random.near(0, 0.9));
      let path = brush(random, around, reach * 0.19, { taper: 0.9, tremble: 0.1 });
      for (let dot = 3; dot < 31; dot += 2) {
        const [a, b] = [around[dot]!, around[dot + 1]!];
        const angle = Math.atan2(b[1] - a[1], b[0] - a[0]) + Math.PI / 2;
        for (const side of [-1, 1])
          path += blob(
            random,
            a[0] + Math.cos(angle) * side * reach * 0.16,
            a[1] + Math.sin(angle) * side * reach * 0.16,
            reach * 0.024,
            0.2,
            6,
          );
      }
      return path;
    },
  },
  {
    name: 'two moons back to back',
    draw: (random, x, y, reach) => {
      let path = '';
      const lean = random.between(0, 3);
      for (const side of [0, Math.PI])
        for (const size of [0.75, 0.5])
          path += brush(random, turned(arc(x + reach * 0.5, y, reach * size, 2.0, 4.3), x, y, side + lean), reach * 0.13 * size, {
            tremble: 0.1,
          });
      for (let dot = -3; dot <= 3; dot += 1) {
        const [[dx, dy]] = turned([[x, y + dot * reach * 0.22]], x, y, lean) as [Point];
        path += blob(random, dx, dy, reach * 0.032, 0.2, 6);
      }
      return path;
    },
  },
  {
    name: 'a kola head of four lobes',
    draw: (random, x, y, reach) => {
      let path = '';
      for (let lobe = 0; lobe < 4; lobe += 1) {
        const angle = lobe * (Math.PI / 2) + random.near(0.78, 0.1);
        const [lx, ly] = [x + Math.cos(angle) * reach * 0.42, y + Math.sin(angle) * reach * 0.42];
        for (const size of [0.4, 0.2])
          path += brush(random, arc(lx, ly, reach * size, angle + 3.6, angle + 9.0, reach * size), reach * 0.055, { taper: 0.7 });
      }
      return path;
    },
  },
  {
    name: 'a vine with curled leaves',
    draw: (random, x, y, reach) => {
      const stem: Point[] = Array.from({ length: 16 }, (_, index) => [
        x + Math.sin(index * 0.4) * reach * 0.18,
        y + reach - (index / 15) * reach * 2,
      ]);
      let path = brush(random, stem, reach * 0.07, { tremble: 0.1 });
      for (let leaf = 2; leaf < 15; leaf += 2) {
        const [sx, sy] = stem[leaf]!;
        const side = leaf % 4 === 0 ? 1 : -1;
        path += brush(
          random,
          spiral(sx + side * reach * 0.36, sy - reach * 0.06, reach * 0.24, 1.3, side === 1 ? 3.3 - 2.2 : 0 + 2.2),
          reach * 0.055,
          { taper: 0.8 },
        );
      }
      return path;
    },
  },
];

const small: Mark[] = [
  (random, x, y, reach) =>
    [0, 1, 2, 3]
      .map((arm) =>
        brush(
          random,
          [
            [x, y],
            [x + Math.cos(arm * 1.571) * reach * 0.4, y + Math.sin(arm * 1.571) * reach * 0.4],
            [x + Math.cos(arm * 1.571) * reach * 0.75, y + Math.sin(arm * 1.571) * reach * 0.75],
          ],
          reach * 0.3,
        ),
      )
      .join(''),
  (random, x, y, reach) =>
    [0, 1, 2, 3, 4, 5, 6, 7, 8]
      .map((dot) =>
        blob(
          random,
          x + ((dot % 3) - 1) * reach * 0.55 + random.near(0, 3),
          y + (Math.floor(dot / 3) - 1) * reach * 0.55 + random.near(0, 3),
          reach * 0.13,
          0.2,
          6,
        ),
      )
      .join(''),
  (random, x, y, reach) => brush(random, spiral(x, y, reach * 0.9, 2.2, random.between(0, 6)), reach * 0.17, { taper: 0.8 }),
  (random, x, y, reach) =>
    [0, 1, 2].map((row) => brush(random, turned(arc(x, y + row * reach * 0.36, reach, 3.6, 5.8), x, y, 0.3), reach * 0.14)).join(''),
  (random, x, y, reach) => brush(random, turned(arc(x, y, reach * 0.8, 1, 5.2), x, y, random.between(0, 6)), reach * 0.26),
  (random, x, y, reach) =>
    [0, 1, 2, 3, 4]
      .map((ray) =>
        brush(
          random,
          [
            [x, y],
            [x + Math.cos(ray * 0.5 - 2.6) * reach * 0.6, y + Math.sin(ray * 0.5 - 2.6) * reach * 0.6],
            [x + Math.cos(ray * 0.55 - 2.7) * reach * 1.1, y + Math.sin(ray * 0.55 - 2.7) * reach * 1.1],
          ],
          reach * 0.13,
        ),
      )
      .join(''),
];
