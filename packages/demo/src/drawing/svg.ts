import type { Random } from '../random.ts';
import type { Scene, Sheet } from './draw-image.ts';

/** A family of images. `mood` picks among its variants; an unknown one gives the first. */
export type Paint = (random: Random, sheet: Sheet, mood: string) => Scene;

const part = (value: number): number => Math.round(value * 1000) / 1000;

export const fill = (path: string, colour: string, opacity = 1): string =>
  `<path d="${path}" fill="${colour}"${opacity < 1 ? ` fill-opacity="${part(opacity)}"` : ''}/>`;

export const line = (path: string, colour: string, width: number, opacity = 1, more = ''): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${part(width)}" stroke-linecap="round" stroke-linejoin="round"${opacity < 1 ? ` stroke-opacity="${part(opacity)}"` : ''}${more}/>`;

type Stop = readonly [offset: number, colour: string, opacity?: number];

const stops = (list: readonly Stop[]): string =>
  list
    .map(([offset, colour, opacity = 1]) => `<stop offset="${part(offset)}" stop-color="${colour}" stop-opacity="${part(opacity)}"/>`)
    .join('');

/** A gradient to fill with: use `url(#name)`. From (x1, y1) to (x2, y2) in shares of the shape it fills. */
export const fade = (
  name: string,
  list: readonly Stop[],
  [x1, y1, x2, y2]: readonly [number, number, number, number] = [0, 0, 0, 1],
): string => `<linearGradient id="${name}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops(list)}</linearGradient>`;

export const glow = (name: string, list: readonly Stop[], [cx, cy, r]: readonly [number, number, number] = [0.5, 0.5, 0.5]): string =>
  `<radialGradient id="${name}" cx="${cx}" cy="${cy}" r="${r}">${stops(list)}</radialGradient>`;

export const clip = (name: string, path: string, content: string): string =>
  `<clipPath id="${name}"><path d="${path}"/></clipPath><g clip-path="url(#${name})">${content}</g>`;

/** Places far enough from one another, nearest the given spacing, in a drawn order. */
export function scatter(random: Random, sheet: Sheet, spacing: number, margin = 0, most = 4000): [number, number][] {
  const positions: [number, number][] = [];
  const grid = new Map<string, [number, number][]>();
  const cell = (value: number): number => Math.floor(value / spacing);
  for (let tries = 0; tries < most * 4 && positions.length < most; tries += 1) {
    const [x, y] = [random.between(margin, sheet.width - margin), random.between(margin, sheet.height - margin)];
    let free = true;
    for (let gx = cell(x) - 1; free && gx <= cell(x) + 1; gx += 1)
      for (let gy = cell(y) - 1; free && gy <= cell(y) + 1; gy += 1)
        free = (grid.get(`${gx}:${gy}`) ?? []).every(([ox, oy]) => Math.hypot(ox - x, oy - y) >= spacing);
    if (!free) continue;
    const key = `${cell(x)}:${cell(y)}`;
    grid.set(key, [...(grid.get(key) ?? []), [x, y]]);
    positions.push([x, y]);
  }
  return positions;
}
