import type { Random } from '../random.ts';

export type Point = readonly [x: number, y: number];

const short = (value: number): string => String(Math.round(value * 10) / 10);
const at = ([x, y]: Point): string => `${short(x)} ${short(y)}`;

/** Straight from point to point. */
export const polygon = (points: readonly Point[]): string => `M${points.map(at).join('L')}Z`;

export const box = (x: number, y: number, width: number, height: number): string =>
  `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}Z`;

export const disc = (x: number, y: number, radius: number, tall = radius): string =>
  `M${short(x - radius)} ${short(y)}a${short(radius)} ${short(tall)} 0 1 0 ${short(radius * 2)} 0a${short(radius)} ${short(tall)} 0 1 0 ${short(-radius * 2)} 0Z`;

/** Smooth through every point (Catmull-Rom). */
export function curve(points: readonly Point[], closed = true): string {
  const count = points.length;
  const point = (index: number): Point => points[closed ? (index + count) % count : Math.min(count - 1, Math.max(0, index))]!;
  let path = `M${at(point(0))}`;
  for (let index = 0; index < (closed ? count : count - 1); index += 1) {
    const [a, b, c, d] = [point(index - 1), point(index), point(index + 1), point(index + 2)];
    path += `C${at([b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6])} ${at([c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6])} ${at(c)}`;
  }
  return closed ? `${path}Z` : path;
}

/** A circle with a slightly uneven edge. */
export function blob(random: Random, x: number, y: number, radius: number, wobble = 0.08, corners = 9): string {
  return curve(
    Array.from({ length: corners }, (_, index) => {
      const angle = (index / corners) * 2 * Math.PI;
      const reach = radius * random.near(1, wobble);
      return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach] as const;
    }),
  );
}

/** A four-cornered patch whose edges were cut by eye. */
export function patch(random: Random, x: number, y: number, width: number, height: number, wobble: number): string {
  const corners: Point[] = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
  const edge: Point[] = [];
  for (const [index, from] of corners.entries()) {
    const to = corners[(index + 1) % 4]!;
    for (const share of [0, 0.34, 0.67])
      edge.push([random.near(from[0] + (to[0] - from[0]) * share, wobble), random.near(from[1] + (to[1] - from[1]) * share, wobble)]);
  }
  return polygon(edge);
}

export const spiral = (x: number, y: number, radius: number, turns: number, start = 0): Point[] =>
  Array.from({ length: Math.ceil(turns * 16) + 1 }, (_, index) => {
    const share = index / Math.ceil(turns * 16);
    const angle = start + share * turns * 2 * Math.PI;
    const reach = radius * (0.06 + 0.94 * share);
    return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
  });

export const arc = (x: number, y: number, radius: number, from: number, to: number, tall = radius, steps = 14): Point[] =>
  Array.from({ length: steps + 1 }, (_, index) => {
    const angle = from + ((to - from) * index) / steps;
    return [x + Math.cos(angle) * radius, y + Math.sin(angle) * tall];
  });

export const wave = (x: number, y: number, width: number, height: number, crests: number, phase = 0): Point[] =>
  Array.from({ length: crests * 8 + 1 }, (_, index) => [
    x + (width * index) / (crests * 8),
    y + Math.sin(phase + (index / 8) * 2 * Math.PI) * height,
  ]);

export const turned = (points: readonly Point[], x: number, y: number, angle: number): Point[] => {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return points.map(([px, py]) => [x + (px - x) * cos - (py - y) * sin, y + (px - x) * sin + (py - y) * cos]);
};

/** The mark of a loaded brush drawn through the points: it swells, thins out at its ends and trembles. */
export function brush(
  random: Random,
  points: readonly Point[],
  width: number,
  { taper = 1, tremble = 0.14 }: { taper?: number; tremble?: number } = {},
): string {
  const last = points.length - 1;
  const left: Point[] = [];
  const right: Point[] = [];
  for (const [index, [x, y]] of points.entries()) {
    const before = points[Math.max(0, index - 1)]!;
    const after = points[Math.min(last, index + 1)]!;
    const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
    const [nx, ny] = [-(after[1] - before[1]) / length, (after[0] - before[0]) / length];
    const swell = 1 - taper + taper * Math.sqrt(Math.sin(Math.PI * (0.04 + (0.92 * index) / last)));
    const [a, b] = [random.near(1, tremble), random.near(1, tremble)];
    left.push([x + nx * (width / 2) * swell * a, y + ny * (width / 2) * swell * a]);
    right.unshift([x - nx * (width / 2) * swell * b, y - ny * (width / 2) * swell * b]);
  }
  return curve([...left, ...right]);
}
