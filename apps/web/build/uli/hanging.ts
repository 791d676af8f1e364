import { coil, swell } from '../brush.ts';
import { curve, frame, ground, ink, markHand, red, type Drawing } from './pen.ts';

/** Nothing hangs yet: nails in the wall, empty frames, one with a coil in it. */
export const hanging: Drawing = {
  box: '0 0 440 232',
  draw: () => [
    ...ceiling(),
    nail(112, 17, 52),
    nail(262, 21, 52),
    nail(394, 15, 52),
    ...frame(64, 52, 98, 128),
    ...frame(182, 52, 162, 108),
    ...frame(362, 52, 68, 120),
    red(coil([263, 107], 32, { turns: 2.5, start: 0.9, each: 10, inner: 0.08 }), 8.4, markHand),
    ground(32, 220, 380),
  ],
};

const ceiling = (): string[] => [
  ink(
    curve([
      [4, 20],
      [108, 8],
      [238, 25],
      [340, 12],
      [436, 20],
    ]),
    7,
    swell(0.4, 0.15),
  ),
];

/** A nail in the wall, and the string over it. */
const nail = (x: number, top: number, foot: number): string =>
  ink(
    curve([
      [x - 11, foot],
      [x - 5, top + 9],
      [x, top],
      [x + 5, top + 9],
      [x + 11, foot],
    ]),
    3,
    swell(0.5, 0.5),
  );
