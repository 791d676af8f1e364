import type { Random } from '../../random.ts';
import { darker, lighter, mix } from '../colour.ts';
import type { Sheet } from '../draw-image.ts';
import { box, disc, polygon, type Point } from '../lines.ts';
import { fill } from '../svg.ts';
import { type Drawn, doorway, type Earth, figure } from './walls-and-people.ts';

export function tower(random: Random, sheet: Sheet, earth: Earth): Drawn {
  const [w, h] = [sheet.width, sheet.height];
  const base = h * 0.86;
  const towers = random.whole(1, Math.max(1, Math.round(w / 600)));
  let svg = fill(box(0, base - 6, w, h), earth.floor);
  let sticks = 0;
  const wallTop = h * random.between(0.56, 0.66);
  svg +=
    fill(
      polygon([
        [-10, wallTop],
        [w + 10, wallTop + 14],
        [w + 10, base],
        [-10, base],
      ]),
      earth.lit,
    ) +
    fill(
      polygon([
        [w * 0.52, wallTop + 8],
        [w + 10, wallTop + 14],
        [w + 10, base],
        [w * 0.6, base],
      ]),
      earth.shade,
      0.5,
    );
  for (let x = 0; x < w; x += 58)
    svg += fill(
      `M${x} ${wallTop + 14}C${x + 6} ${wallTop - 40} ${x + 22} ${wallTop - 52} ${x + 28} ${wallTop - 52}C${x + 34} ${wallTop - 52} ${x + 50} ${wallTop - 40} ${x + 56} ${wallTop + 14}Z`,
      mix(earth.lit, earth.shade, x > w * 0.52 ? 0.5 : 0.04),
    );
  for (let index = 0; index < towers; index += 1) {
    const x = (w * (index + 0.5)) / towers + random.near(0, w * 0.06);
    const [wide, top] = [Math.min(w * 0.34, 330) * random.between(0.85, 1.05), h * random.between(0.1, 0.26)];
    const edge = (share: number, side: number): Point => [x + side * wide * (0.32 + 0.2 * share), top + (base - top) * share];
    sticks += 30;
    svg += oneTower({ x, wide, top, h, base, edge }, earth);
  }
  for (let person = 0; person < random.whole(1, 3); person += 1)
    svg += figure(random, w * random.between(0.1, 0.9), h * random.between(0.9, 0.95), h * 0.1, [1.2, 0.2]);
  return {
    svg,
    alt: `An earthen mosque ${towers === 1 ? 'tower' : 'with its towers'} bristling with ${sticks} wooden beams, each with its slanting shadow, above a crenellated wall.`,
  };
}

interface Tower {
  x: number;
  wide: number;
  top: number;
  base: number;
  h: number;
  /** A point at a share of its height, from -1 at its left edge to 1 at its right. */
  edge: (share: number, side: number) => Point;
}

/** Thirty beams stick out of it, each with its shadow. */
function oneTower({ x, wide, top, base, h, edge }: Tower, earth: Earth): string {
  let svg = '';
  svg +=
    fill(polygon([edge(0, -1), edge(0, 0.05), edge(1, 0.25), edge(1, -1)]), lighter(earth.lit, 0.07)) +
    fill(polygon([edge(0, 0.05), edge(0, 1), edge(1, 1), edge(1, 0.25)]), earth.shade);
  for (const part of [-0.7, 0, 0.7])
    svg += fill(
      `M${x + part * wide * 0.32 - 26} ${top + 8}C${x + part * wide * 0.32 - 20} ${top - 60} ${x + part * wide * 0.32 + 20} ${top - 60} ${x + part * wide * 0.32 + 26} ${top + 8}Z`,
      part > 0.3 ? earth.shade : earth.lit,
    );
  for (let row = 1; row < 7; row += 1)
    for (let column = -2; column <= 2; column += 1) {
      const [sx, sy] = edge(row / 8, column / 2.5);
      svg +=
        fill(
          polygon([
            [sx, sy],
            [sx + 9, sy],
            [sx + 60, sy + 58],
            [sx + 52, sy + 62],
          ]),
          '#1c0d14',
          0.3,
        ) +
        fill(box(sx - 3, sy - 7, 30, 9), darker(earth.shade, 0.5)) +
        fill(disc(sx + 27, sy - 2.5, 5.5), lighter(earth.lit, 0.2));
    }
  svg += fill(doorway(x - wide * 0.08, base, wide * 0.2, h * 0.13), darker(earth.shade, 0.65));
  return svg;
}

export function stairs(random: Random, sheet: Sheet, earth: Earth): Drawn {
  const [w, h] = [sheet.width, sheet.height];
  const flights = random.whole(3, 4);
  let svg = fill(box(0, h * 0.1, w, h), earth.lit);
  let way = random.pick([1, -1]);
  for (let flight = 0; flight < flights; flight += 1) {
    const top = h * (0.16 + (flight * 0.86) / flights);
    const tall = (h * 0.86) / flights;
    const steps = Math.round((w / 1000) * random.whole(8, 11));
    const wall = mix(earth.lit, [earth.trim, earth.shade, earth.floor, earth.lit][flight % 4]!, 0.4);
    svg += fill(
      polygon([
        [0, top],
        [w, top],
        [w, h],
        [0, h],
      ]),
      wall,
    );
    for (let step = 0; step < steps; step += 1) {
      const x = (way === 1 ? step : steps - 1 - step) * (w / steps);
      const y = top + (step / steps) * tall;
      svg +=
        fill(box(x, y, w / steps + 1, h - y), mix(wall, earth.shade, 0.66)) +
        fill(box(x, y, w / steps + 1, (tall / steps) * 0.62), lighter(earth.floor, 0.2));
      svg += fill(
        polygon([
          [x, y],
          [x + (w / steps) * 0.5, y],
          [x, y + (tall / steps) * 0.62],
        ]),
        '#1c0d14',
        0.28,
      );
    }
    if (random.chance(0.75))
      svg += figure(random, w * random.between(0.25, 0.75), top + tall * random.between(0.42, 0.6), h * 0.11, [way * 0.7, 0.5]);
    way = -way;
  }
  svg += fill(
    polygon([
      [0, 0],
      [w * random.between(0.3, 0.6), 0],
      [0, h * random.between(0.5, 0.9)],
    ]),
    '#1c0d14',
    0.22,
  );
  return {
    svg,
    alt: `Flights of outdoor stairs turning back on one another, sun on every tread and shadow on every riser${flights > 3 ? ', people climbing' : ''}.`,
  };
}
