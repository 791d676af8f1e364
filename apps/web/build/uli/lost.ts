import { coil, swell } from '../brush.ts';
import { curve, ground, ink, markHand, red, type Drawing } from './pen.ts';

/** A path that winds off and ends: nobody painted here. */
export const lost: Drawing = {
  box: '0 0 440 232',
  draw: () => [
    ...path(),
    ...steps(),
    red(coil([404, 36], 21, { turns: 2.2, start: 2.2, each: 10, inner: 0.08 }), 6.2, markHand),
    ...grass(),
    ground(300, 218, 124),
  ],
};

const path = (): string[] => [
  ink(
    curve(
      [
        [12, 206],
        [88, 198],
        [148, 168],
        [126, 128],
        [78, 130],
        [76, 170],
        [140, 194],
        [214, 178],
        [254, 132],
        [226, 94],
        [182, 108],
        [196, 148],
        [262, 160],
        [318, 132],
      ],
      6,
    ),
    8,
    swell(0.35, 0.12),
  ),
];

const steps = (): string[] => [
  ink(
    curve([
      [338, 118],
      [350, 108],
      [358, 99],
    ]),
    5.5,
  ),
  ink(
    curve([
      [370, 84],
      [378, 75],
      [384, 67],
    ]),
    4.4,
  ),
];

const grass = (): string[] => [
  ...[0, 1, 2].map((step) =>
    ink(
      curve([
        [34 + step * 20, 92 - step * 7],
        [25 + step * 20, 66 - step * 7],
        [33 + step * 20, 40 - step * 7],
      ]),
      6,
      swell(0.55, 0.1),
    ),
  ),
];
