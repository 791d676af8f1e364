import { arc, coil, even, paint, type Point, polygon, seeded, shaken, stroke, swell, thinning, through } from './brush.ts';

/*
 * The mural: unequal panels in five pigments, each with one uli thought. 1000 × 1240, one flat file without filters, so that
 * a phone paints it as cheaply as a photograph.
 */

const { cloth, laterite, ochre, chalk, soot } = paint;
const random = seeded(1961);
const rough = { rough: 2.2, reach: 6, random };

interface Panel {
  x: number;
  y: number;
  width: number;
  height: number;
  ground: string;
  draw: (panel: Panel) => string[];
}

/** The whole mural, and the strip of it that a phone shows. */
export function drawMural(): { mural: string; strip: string } {
  const shapes = panels.flatMap((panel) => [groundOf(panel), ...washes(panel), ...panel.draw(panel)]);
  return { mural: svg(0, 1240, shapes), strip: svg(stripTop, stripHeight, shapes.map(inStrip)) };
}

const svg = (top: number, height: number, shapes: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${top} 1000 ${height}" preserveAspectRatio="xMidYMid slice"><path fill="${soot}" d="M0 0h1000v1240H0z"/>${shapes.join('')}</svg>\n`;

/** As much as the narrowest phone shows. Placed at 38 % of its height, as the whole is, it shows the same. */
const stripHeight = 500;
const stripTop = (1240 - stripHeight) * 0.38;

/** A path without those of its outlines that are not in the strip. */
const inStrip = (path: string): string => {
  const seen = path.replaceAll(/M-?\d+ (-?\d+)l([^z]*)z/g, (outline, first: string, steps: string) => {
    let at = Number(first);
    const ups = [...steps.matchAll(/-?\d+ ?(-?\d+)/g)].map(([, up]) => (at += Number(up)));
    const [top, foot] = [Math.min(Number(first), ...ups), Math.max(Number(first), ...ups)];
    return foot < stripTop || top > stripTop + stripHeight ? '' : outline;
  });
  return seen.includes('d=""') ? '' : seen;
};

/** Later panels lie over the edges of earlier ones. */
const panels: readonly Panel[] = [
  { x: 0, y: 0, width: 395, height: 410, ground: chalk, draw: () => [coilAt([196, 208], 154, 3.1, 31)] },
  { x: 395, y: 0, width: 425, height: 410, ground: soot, draw: (panel) => pythons(panel, [ochre, ochre, chalk, ochre, ochre], 21) },
  { x: 820, y: 0, width: 180, height: 205, ground: laterite, draw: () => kola([912, 104], 62, [chalk, soot, chalk, soot]) },
  { x: 820, y: 205, width: 180, height: 205, ground: cloth, draw: (panel) => claws(panel, chalk) },
  { x: 0, y: 410, width: 395, height: 215, ground: ochre, draw: () => arches([197, 599], 158, 168) },
  { x: 0, y: 625, width: 395, height: 205, ground: soot, draw: () => moon([190, 753]) },
  { x: 395, y: 410, width: 210, height: 420, ground: cloth, draw: (panel) => dots(panel, 6, 12) },
  { x: 605, y: 410, width: 395, height: 420, ground: ochre, draw: (panel) => hills(panel, 3, 3) },
  { x: 0, y: 830, width: 185, height: 410, ground: laterite, draw: () => sun([92, 1030], 78) },
  { x: 185, y: 830, width: 210, height: 410, ground: cloth, draw: (panel) => zigzags(panel, [chalk, ochre, chalk, ochre]) },
  { x: 395, y: 830, width: 425, height: 205, ground: chalk, draw: (panel) => [coilAt([607, 934], 72, 2.6, 17), ...tendrils(panel)] },
  { x: 395, y: 1035, width: 425, height: 205, ground: laterite, draw: diamonds },
  {
    x: 820,
    y: 830,
    width: 180,
    height: 410,
    ground: soot,
    draw: (panel) => pythons(panel, [chalk, chalk, ochre, chalk, chalk, ochre], 13),
  },
];

const fill = (colour: string, outline: readonly Point[]): string => `<path fill="${colour}" d="${polygon(outline)}"/>`;

function groundOf({ x, y, width, height, ground }: Panel): string {
  const [left, top, right, foot] = [x - 4, y - 4, x + width + 5, y + height + 5];
  const corners: Point[] = [
    [left, top],
    [right, top],
    [right, foot],
    [left, foot],
  ];
  return fill(ground, shaken(corners, { rough: 3.6, reach: 6, every: 6, random }));
}

/** Where the brush ran dry: bundles of pale and dark hairs dragged across the ground. */
function washes({ x, y, width, height, ground }: Panel): string[] {
  const bundles = Math.round((width * height) / 11_000);
  return Array.from({ length: bundles }, (_, index) => {
    const pale = index % 3 !== 0;
    const long = width * (0.25 + random() * 0.5);
    const left = x + 6 + random() * (width - long - 12);
    const at = y + 14 + random() * (height - 34);
    const bend = random() * 10 - 5;
    const hairs = Array.from({ length: 5 }, (_hair, index) => {
      const [start, end] = [left + random() * long * 0.3, left + long * (0.7 + random() * 0.3)];
      const top = at + index * 3.4;
      const line = through(
        [
          [start, top],
          [(start + end) / 2, top + bend],
          [end, top + bend * 0.3],
        ],
        6,
      );
      return polygon(stroke(line, 1.6 + random() * 2.6, { hand: swell(0.25 + random() * 0.5, 0.1), rough: 0.7, reach: 6, random }));
    });
    const strength = pale ? (ground === soot ? 0.06 : 0.11) : ground === soot ? 0.4 : 0.08;
    const colour = pale ? (ground === chalk ? '#fff' : chalk) : soot;
    return `<path fill="${colour}" opacity="${strength}" d="${hairs.join('')}"/>`;
  });
}

function coilAt(middle: Point, radius: number, turns: number, thick: number): string {
  const line = coil(middle, radius, { turns, start: 2.6, each: 40 });
  return fill(cloth, stroke(line, thick, { hand: (part) => 0.55 + 0.45 * Math.sin(Math.PI * (0.15 + part * 0.75)), ...rough }));
}

/** Eke, the python: a line that goes on. */
function pythons({ x, y, width, height }: Panel, colours: readonly string[], thick: number): string[] {
  const inset = width * 0.11;
  const step = height / (colours.length + 0.6);
  return colours.map((colour, index) => {
    const middle = y + step * (index + 0.85);
    const heights = [0.06, -0.3, 0.33, -0.3, 0.06];
    const wave = heights.map((rise, turn): Point => [x + inset + ((width - inset * 2) * turn) / 4, middle + rise * step]);
    return fill(colour, stroke(through(wave, 18), thick * (0.9 + random() * 0.2), { hand: swell(0.45, 0.28), ...rough }));
  });
}

/** Ọjị, the kola nut of four lobes. */
function kola([x, y]: Point, size: number, colours: readonly string[]): string[] {
  return colours.map((colour, index) => {
    const angle = Math.PI / 4 + (index * Math.PI) / 2;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const lobe = arc([size * 0.62, 0], size * 0.56, size * 0.36, 0, Math.PI * 2, 40);
    const turned = lobe.map(([out, across]): Point => [x + out * cos - across * sin, y + out * sin + across * cos]);
    return fill(colour, shaken(turned, { rough: 1.6, reach: 8, every: 6, random }));
  });
}

/** Mbọ agụ, the leopard's claw. */
function claws({ x, y, height }: Panel, colour: string): string[] {
  return [38, 82, 126].map((offset) => {
    const left = x + offset;
    const line: Point[] = [
      [left + 30, y + 34],
      [left - 2, y + height * 0.4],
      [left - 6, y + height * 0.64],
      [left + 14, y + height - 34],
    ];
    return fill(colour, stroke(through(line), 24, { hand: swell(0.55, 0.1), ...rough }));
  });
}

function arches(foot: Point, wide: number, tall: number): string[] {
  return [1, 0.75, 0.5, 0.25].map((part) => {
    const line = arc(foot, wide * part, tall * (part * 0.92 + 0.06), Math.PI, Math.PI * 2, 46);
    return fill(soot, stroke(line, 17, { hand: swell(0.5, 0.45), ...rough }));
  });
}

/** Ọnwa, the moon, and its star. */
function moon([x, y]: Point): string[] {
  const crescent = arc([x, y], 148, 92, Math.PI * 1.04, Math.PI * 1.92, 44);
  const inner = arc([x + 16, y + 8], 84, 46, Math.PI * 1.05, Math.PI * 1.95, 34);
  return [
    fill(ochre, stroke(crescent, 31, { hand: swell(0.55, 0.14), ...rough })),
    fill(chalk, stroke(inner, 20, { hand: swell(0.5, 0.16), ...rough })),
    fill(ochre, shaken(arc([x + 6, y + 36], 15, 14), { rough: 1.4, reach: 7, every: 5, random })),
  ];
}

function dots({ x, y, width, height }: Panel, across: number, down: number): string[] {
  return Array.from({ length: across * down }, (_, index) => {
    const left = x + 26 + ((width - 52) * (index % across)) / (across - 1) + random() * 3 - 1.5;
    const top = y + 26 + ((height - 52) * Math.floor(index / across)) / (down - 1) + random() * 3 - 1.5;
    const dab = arc([left, top], 5.6 + random() * 1.8, 5.2 + random() * 1.8, 0, Math.PI * 2, 9);
    return fill(random() < 0.25 ? ochre : chalk, shaken(dab, { rough: 1, reach: 4, every: 4, random }));
  });
}

function hills({ x, y, width, height }: Panel, rows: number, across: number): string[] {
  const [wide, tall] = [width / across, height / rows];
  return Array.from({ length: rows * across }, (_, index) => {
    const row = Math.floor(index / across);
    const [left, top] = [x + (index % across) * wide, y + row * tall];
    const corners: Point[] = [
      [left + wide / 2 + random() * 6 - 3, top + 12],
      [left + wide - 3, top + tall - 4],
      [left + 3, top + tall - 4],
    ];
    return fill((index + row) % 2 === 0 ? cloth : soot, shaken(corners, { rough: 2.4, reach: 9, every: 6, random }));
  });
}

function sun([x, y]: Point, radius: number): string[] {
  return Array.from({ length: 14 }, (_, index) => {
    const ray = (away: number, turn: number): Point => {
      const angle = (index / 14) * Math.PI * 2 + turn;
      return [x + Math.cos(angle) * radius * away, y + Math.sin(angle) * radius * away];
    };
    const line = through([ray(0.3, 0), ray(0.62, 0.12), ray(1, 0.34)], 12);
    return fill(index % 2 === 0 ? chalk : soot, stroke(line, 13, { hand: swell(0.6, 0.2), ...rough }));
  });
}

function zigzags({ x, y, width, height }: Panel, colours: readonly string[]): string[] {
  return colours.map((colour, index) => {
    const top = y + 64 + index * ((height - 80) / colours.length);
    const line: Point[] = [
      [x + 20, top + 22],
      [x + 63, top - 20],
      [x + 105, top + 18],
      [x + 147, top - 20],
      [x + width - 20, top + 22],
    ];
    return fill(colour, stroke(through(line, 14), 22, { hand: swell(0.5, 0.5), ends: 'cut', ...rough }));
  });
}

function tendrils({ x, y }: Panel): string[] {
  return [-1, 1].map((side) => {
    const turn = ([across, down]: Point): Point => [x + 212 + side * (128 + across), y + down];
    const line: Point[] = [
      [-22, 158],
      [18, 132],
      [24, 84],
      [-4, 56],
      [-22, 76],
      [-8, 96],
    ];
    return fill(laterite, stroke(through(line.map(turn)), 15, { hand: thinning, ...rough }));
  });
}

function diamonds({ x, y, width, height }: Panel): string[] {
  return [0, 1, 2].flatMap((index) => {
    const middle: Point = [x + width * (0.2 + index * 0.3), y + height / 2];
    const corners: Point[] = [
      [0, -70],
      [52, 0],
      [0, 70],
      [-52, 0],
      [0, -70],
    ];
    const ring = corners.map(([across, down]): Point => [middle[0] + across, middle[1] + down]);
    const sides = ring.slice(1).flatMap((corner, index) => through([ring[index] ?? corner, corner], 12));
    const [line, dab] = index === 1 ? [soot, chalk] : [chalk, soot];
    return [
      fill(line, stroke(sides, 15, { hand: even, ...rough })),
      fill(dab, shaken(arc(middle, 13, 17), { rough: 1.4, reach: 6, every: 5, random })),
    ];
  });
}
