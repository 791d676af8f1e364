import { even, swell, thinning, through } from '../brush.ts';
import { curve, ground, ink, red, type Drawing } from './pen.ts';

/** A pot with a crack: something went wrong. */
export const cracked: Drawing = {
  box: '0 0 440 232',
  draw: () => [...sides(), ...rim(), ...bands(), ...crack(), ground(58, 222, 324)],
};

const sides = (): string[] => [
  ink(
    curve([
      [176, 42],
      [162, 78],
      [126, 112],
      [122, 160],
      [158, 204],
      [220, 212],
    ]),
    8,
    swell(0.55, 0.3),
  ),
  ink(
    curve([
      [264, 42],
      [278, 78],
      [314, 112],
      [318, 160],
      [282, 204],
      [220, 212],
    ]),
    8,
    swell(0.55, 0.3),
  ),
];

const rim = (): string[] => [
  ink(
    curve([
      [166, 38],
      [220, 27],
      [274, 38],
      [220, 50],
      [166, 39],
    ]),
    5,
    even,
  ),
];

const bands = (): string[] => [
  ink(
    curve([
      [140, 112],
      [182, 101],
      [220, 108],
      [258, 101],
      [300, 112],
    ]),
    4.4,
  ),
  ink(
    curve([
      [131, 134],
      [180, 123],
      [216, 130],
    ]),
    4.4,
  ),
  ink(
    curve([
      [250, 126],
      [280, 124],
      [309, 134],
    ]),
    4.4,
  ),
];

const crack = (): string[] => [
  red(
    [
      ...through(
        [
          [236, 52],
          [226, 84],
        ],
        4,
      ),
      ...through(
        [
          [226, 84],
          [244, 112],
        ],
        4,
      ),
      ...through(
        [
          [244, 112],
          [224, 146],
          [236, 178],
        ],
        5,
      ),
    ],
    6.5,
    thinning,
  ),
];
