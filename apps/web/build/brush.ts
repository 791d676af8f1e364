/*
 * A brush: lines that swell and thin, as filled shapes. Everything is deterministic: the same drawing comes out each time.
 */

export type Point = readonly [x: number, y: number];
export type Random = () => number;
/** How hard the hand presses at each part of a line, both from 0 to 1. */
export type Hand = (part: number) => number;

/** A seeded source of numbers from 0 to 1 (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The points of a smooth curve through a few given ones (Catmull-Rom), `each` between two of them. */
export function through(points: readonly Point[], each = 16): Point[] {
  const line: Point[] = [];
  for (let index = 0; index < points.length - 1; index++) {
    const corners = [near(points, index - 1), near(points, index), near(points, index + 1), near(points, index + 2)] as const;
    for (let step = 0; step < each; step++) line.push(between(corners, step / each));
  }
  return [...line, near(points, points.length)];
}

interface Coil {
  turns: number;
  start?: number;
  each?: number;
  inner?: number;
}

/** The coil, agwọlagwọ, from the middle outwards. */
export function coil([x, y]: Point, radius: number, { turns, start = 0, each = 26, inner = 0.06 }: Coil): Point[] {
  const count = Math.round(turns * each);
  return Array.from({ length: count + 1 }, (_, step) => {
    const part = step / count;
    const away = radius * (inner + (1 - inner) * part ** 0.92);
    return around([x, y], away, away, start + part * turns * Math.PI * 2);
  });
}

/** Part of an ellipse; angles in radians, clockwise from the right. */
export function arc(middle: Point, rx: number, ry: number, from = 0, to = Math.PI * 2, each = 24): Point[] {
  return Array.from({ length: each + 1 }, (_, step) => around(middle, rx, ry, from + ((to - from) * step) / each));
}

/** Thin, full, thin. `fullest` is where the brush presses most. */
export const swell =
  (fullest = 0.5, ends = 0.18): Hand =>
  (part) => {
    const away = part < fullest ? part / fullest : (1 - part) / (1 - fullest);
    return ends + (1 - ends) * Math.sin((Math.max(0, Math.min(1, away)) * Math.PI) / 2) ** 0.9;
  };
export const thinning: Hand = (part) => 1 - 0.8 * part;
export const even: Hand = () => 1;

interface Stroke {
  hand?: Hand;
  /** How far the edges stray, and over what length. */
  rough?: number;
  reach?: number;
  random?: Random;
  /** `cut` as a flat brush leaves it. */
  ends?: 'round' | 'cut';
}

/** The outline of a brush drawn along a line. */
export function stroke(line: readonly Point[], width: number, options: Stroke = {}): Point[] {
  const { hand = swell(), rough = 0, reach = 14, random = seeded(7), ends = 'round' } = options;
  const distance = walk(line);
  const long = distance.at(-1) ?? 1;
  const [strayLeft, strayRight] = [wobble(random, reach), wobble(random, reach)];
  const left: Point[] = [];
  const right: Point[] = [];
  line.forEach(([x, y], index) => {
    const [before, after] = [near(line, index - 1), near(line, index + 1)];
    const span = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
    const [acrossX, acrossY] = [-(after[1] - before[1]) / span, (after[0] - before[0]) / span];
    const at = distance[index] ?? 0;
    const half = (width / 2) * hand(at / long);
    const [toLeft, toRight] = [half + rough * strayLeft(at), half + rough * strayRight(at)];
    left.push([x + acrossX * toLeft, y + acrossY * toLeft]);
    right.unshift([x - acrossX * toRight, y - acrossY * toRight]);
  });
  if (ends === 'cut') return [...left, ...right];
  const last = line.length - 1;
  const tip = (end: number, before: number) => roundEnd(near(line, before), near(line, end), (width / 2) * hand(end === 0 ? 0 : 1));
  return [...left, ...tip(last, last - 1), ...right, ...tip(0, 1)];
}

interface Shaken {
  rough?: number;
  reach?: number;
  every?: number;
  random?: Random;
}

/** A closed shape with hand-painted edges: a triangle, a panel, a lobe. */
export function shaken(points: readonly Point[], { rough = 2, reach = 18, every = 9, random = seeded(5) }: Shaken = {}): Point[] {
  const [strayX, strayY] = [wobble(random, reach), wobble(random, reach)];
  let distance = 0;
  return points.flatMap((from, index) => {
    const to = points[(index + 1) % points.length] ?? from;
    const long = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const start = distance;
    distance += long;
    const steps = Math.max(1, Math.round(long / every));
    return Array.from({ length: steps }, (_, step): Point => {
      const part = step / steps;
      const at = start + part * long;
      return [from[0] + (to[0] - from[0]) * part + rough * strayX(at), from[1] + (to[1] - from[1]) * part + rough * strayY(at)];
    });
  });
}

/** Path data of straight edges, in whole numbers: for rough edges of many points. */
export function polygon(points: readonly Point[]): string {
  let [x, y] = near(points, 0).map(Math.round) as [number, number];
  let data = `M${x} ${y}l`;
  for (const point of points.slice(1)) {
    const [nextX, nextY] = point.map(Math.round) as [number, number];
    if (nextX === x && nextY === y) continue;
    data += `${data.endsWith('l') || nextX < x ? '' : ' '}${nextX - x}${nextY < y ? '' : ' '}${nextY - y}`;
    [x, y] = [nextX, nextY];
  }
  return `${data}z`;
}

/** Path data of smooth edges, in tenths: for clean shapes of few points. */
export function smooth(points: readonly Point[]): string {
  const at = (index: number) => near(points, (index + points.length) % points.length);
  let [x, y] = at(0).map(tenths) as [number, number];
  let data = `M${x} ${y}c`;
  points.forEach((_, index) => {
    const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const control = [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6, c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6];
    const steps = [...control, ...c].map((value, index) => tenths(tenths(value) - (index % 2 === 0 ? x : y)));
    for (const step of steps) data += `${step < 0 || data.endsWith('c') ? '' : ' '}${step}`;
    [x, y] = [tenths(c[0]), tenths(c[1])];
  });
  return `${data.replaceAll(/(?<=[ c-])0\./g, '.')}Z`;
}

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** The five pigments, as tokens.css has them, for files that stand alone. */
export const paint = { cloth: '#162556', laterite: '#ac4826', ochre: '#e3ac4a', chalk: '#f5eddf', soot: '#251715' } as const;

/** The point at an index of a line, or its nearest end. */
function near(points: readonly Point[], index: number): Point {
  return points[Math.max(0, Math.min(points.length - 1, index))] ?? [0, 0];
}

const around = ([x, y]: Point, rx: number, ry: number, angle: number): Point => [x + Math.cos(angle) * rx, y + Math.sin(angle) * ry];

function between([a, b, c, d]: readonly [Point, Point, Point, Point], t: number): Point {
  const along = (axis: 0 | 1) =>
    0.5 *
    (2 * b[axis] +
      (c[axis] - a[axis]) * t +
      (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t * t +
      (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t * t * t);
  return [along(0), along(1)];
}

function walk(line: readonly Point[]): number[] {
  let distance = 0;
  return line.map(([x, y], index) => {
    const [beforeX, beforeY] = near(line, index - 1);
    distance += Math.hypot(x - beforeX, y - beforeY);
    return distance;
  });
}

/** Half a circle around the end of a line, from its left edge to its right. A hair's end needs one point only. */
function roundEnd(before: Point, end: Point, half: number): Point[] {
  const ahead = Math.atan2(end[1] - before[1], end[0] - before[0]);
  const turns = half < 2.5 ? [0] : [0.8, 0, -0.8];
  return turns.map((turn) => around(end, half * 0.85, half * 0.85, ahead + turn));
}

/** Noise along a line, from about -1 to 1: a slow waver of the hand and the bristles' own roughness. */
function wobble(random: Random, reach: number): (at: number) => number {
  const values = Array.from({ length: 512 }, () => random() * 2 - 1);
  const noise = (at: number) => {
    const offset = ((at % 511) + 511) % 511;
    const below = Math.floor(offset);
    const part = offset - below;
    const ease = part * part * (3 - 2 * part);
    return (values[below] ?? 0) * (1 - ease) + (values[below + 1] ?? 0) * ease;
  };
  return (at) => 0.75 * noise(at / (reach * 3.3)) + 0.42 * noise(at / reach + 97);
}
