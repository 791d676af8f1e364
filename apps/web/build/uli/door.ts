import { coil, swell } from '../brush.ts';
import { curve, dot, frame, ground, ink, markHand, type Drawing } from './pen.ts';

/** A carved door, closed: a private profile. */
export const door: Drawing = {
  box: '0 0 440 340',
  draw: () => [
    ...leaves(),
    ...panel(138, 102, arches(174, 164)),
    ...panel(232, 102, waves(268, 124)),
    ...panel(138, 178, [ink(coil([174, 213], 25, { turns: 2.3, start: 0.9, each: 10, inner: 0.08 }), 6.4, markHand)]),
    ...panel(232, 178, diamonds(268, 195)),
    ...panel(138, 254, diamonds(174, 271)),
    ...panel(232, 254, [ink(coil([268, 289], 25, { turns: 2.3, start: 2.4, each: 10, inner: 0.08 }), 6.4, markHand)]),
    dot([213, 176], 5.4, 'var(--laterite)'),
    dot([228, 176], 5.4, 'var(--laterite)'),
    ...grass(70, 214, -1),
    ...grass(370, 214, 1),
    ground(22, 332, 396),
  ],
};

const leaves = (): string[] => [
  ink(
    curve(
      [
        [96, 330],
        [90, 220],
        [86, 120],
        [104, 76],
        [156, 38],
        [220, 16],
        [284, 38],
        [336, 76],
        [354, 120],
        [350, 220],
        [344, 330],
      ],
      6,
    ),
    11,
    swell(0.5, 0.72),
  ),
  ink(
    curve(
      [
        [122, 328],
        [118, 220],
        [116, 128],
        [136, 88],
        [178, 62],
        [220, 46],
        [262, 62],
        [304, 88],
        [324, 128],
        [322, 220],
        [318, 328],
      ],
      6,
    ),
    4.6,
    swell(0.5, 0.7),
  ),
  ink(
    curve([
      [220, 50],
      [221.5, 190],
      [220, 328],
    ]),
    4.2,
    swell(0.5, 0.6),
  ),
];

/** A carved panel of the door: a frame and what is cut into it. */
const panel = (x: number, y: number, carved: readonly string[]): string[] => [...frame(x, y, 72, 70), ...carved];

const arches = (x: number, foot: number): string[] =>
  [25, 16, 7].map((half, step) =>
    ink(
      curve([
        [x - half, foot],
        [x - half * 0.7, foot - 22 - half * 0.55],
        [x, foot - 30 - half * 0.75 + step],
        [x + half * 0.7, foot - 22 - half * 0.55],
        [x + half, foot],
      ]),
      4.4,
      swell(0.5, 0.4),
    ),
  );

const waves = (x: number, y: number): string[] =>
  [0, 1, 2].map((step) =>
    ink(
      curve([
        [x - 26, y + step * 15],
        [x - 12, y - 5 + step * 15],
        [x + 6, y + 4 + step * 15],
        [x + 26, y - 2 + step * 15],
      ]),
      4.6,
    ),
  );

const diamonds = (x: number, y: number): string[] =>
  [0, 1, 2].flatMap((row) =>
    [-1, 0, 1].map((column) => {
      const [across, down] = [x + column * 19, y + row * 18];
      return `<path fill="currentColor" d="M${across} ${down - 7}l7 7-7 7-7-7z"/>`;
    }),
  );

/** Three blades beside the door, leaning away from it. */
const grass = (x: number, y: number, lean: 1 | -1): string[] =>
  [0, 1, 2].map((step) =>
    ink(
      curve([
        [x + lean * step * 6, y + step * 34],
        [x + lean * (16 + step * 6), y + 6 + step * 34],
        [x + lean * (26 + step * 7), y + 30 + step * 34],
      ]),
      5,
      swell(0.35, 0.15),
    ),
  );
