import { type Hand, type Point, smooth, stroke, swell, through } from '../brush.ts';

/** A line drawing: ink is the colour of the text around it, laterite follows the theme. */
export interface Drawing {
  /** The view box. */
  box: string;
  draw: () => string[];
}

/** How a coil is pressed: it begins thin and ends thin. */
export const markHand: Hand = (part) => (part < 0.12 ? 0.5 + part * 4 : 1 - Math.max(0, part - 0.55) * 1.35);

export const ink = (line: readonly Point[], width: number, hand: Hand = swell(0.5, 0.3)): string =>
  `<path fill="currentColor" d="${smooth(stroke(line, width, { hand }))}"/>`;
export const red = (line: readonly Point[], width: number, hand: Hand = swell(0.5, 0.3)): string =>
  `<path fill="var(--laterite)" d="${smooth(stroke(line, width, { hand }))}"/>`;
export const dot = ([x, y]: Point, radius: number, colour = 'currentColor'): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`;

export const curve = (points: readonly Point[], each = 4): Point[] => through(points, each);

/** A frame of four strokes that do not quite meet, as a hand draws one. */
export function frame(x: number, y: number, width: number, height: number): string[] {
  const [right, foot] = [x + width, y + height];
  return [
    ink(
      curve([
        [x - 1, y + 2],
        [x + width / 2, y - 2],
        [right + 1, y + 2],
      ]),
      5,
      swell(0.5, 0.4),
    ),
    ink(
      curve([
        [right, y],
        [right + 2.5, y + height / 2],
        [right - 1, foot],
      ]),
      4.6,
      swell(0.5, 0.4),
    ),
    ink(
      curve([
        [right + 1, foot - 1],
        [x + width / 2, foot + 3],
        [x - 1, foot - 1],
      ]),
      5,
      swell(0.5, 0.4),
    ),
    ink(
      curve([
        [x, foot],
        [x - 3, y + height / 2],
        [x + 1, y],
      ]),
      4.6,
      swell(0.5, 0.4),
    ),
  ];
}

export const ground = (x: number, y: number, width: number): string =>
  ink(
    curve([
      [x, y + 2],
      [x + width * 0.28, y - 3],
      [x + width * 0.62, y + 3],
      [x + width, y - 1],
    ]),
    5,
    swell(0.45, 0.15),
  );
