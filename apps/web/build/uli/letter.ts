import { swell, thinning } from '../brush.ts';
import { curve, dot, frame, ink, red, type Drawing } from './pen.ts';

/** A letter on its way, carried by a bird. */
export const letter: Drawing = {
  box: '0 0 440 232',
  draw: () => [...body(), ...head(), ...wing(), ...tail(), ...envelope(), ...wind()],
};

const body = (): string[] => [
  ink(
    curve([
      [60, 150],
      [112, 142],
      [160, 128],
      [206, 96],
      [250, 74],
      [284, 66],
    ]),
    7,
    swell(0.6, 0.15),
  ),
  ink(
    curve([
      [60, 150],
      [120, 172],
      [190, 176],
      [250, 156],
      [292, 118],
      [316, 92],
    ]),
    8,
    swell(0.5, 0.14),
  ),
];

const head = (): string[] => [
  ink(
    curve([
      [284, 66],
      [294, 48],
      [316, 44],
      [332, 58],
      [330, 78],
      [316, 92],
    ]),
    6.5,
    swell(0.5, 0.5),
  ),
  ink(
    curve([
      [331, 60],
      [350, 66],
      [368, 80],
    ]),
    4.6,
    thinning,
  ),
  ink(
    curve([
      [328, 80],
      [346, 80],
      [366, 82],
    ]),
    4.4,
    thinning,
  ),
  dot([312, 62], 3.6),
];

const wing = (): string[] => [
  ink(
    curve([
      [232, 118],
      [196, 84],
      [150, 48],
      [104, 30],
      [126, 78],
      [164, 122],
    ]),
    7,
    swell(0.45, 0.16),
  ),
  ink(
    curve([
      [206, 112],
      [170, 82],
      [138, 62],
    ]),
    4,
  ),
  ink(
    curve([
      [188, 122],
      [162, 102],
      [142, 84],
    ]),
    4,
  ),
];

const tail = (): string[] => [
  ink(
    curve([
      [60, 150],
      [40, 138],
      [22, 136],
    ]),
    5,
    thinning,
  ),
  ink(
    curve([
      [62, 152],
      [44, 156],
      [28, 164],
    ]),
    5,
    thinning,
  ),
];

const envelope = (): string[] => [
  ...frame(350, 96, 66, 44).map((side) => side.replace('currentColor', 'var(--laterite)')),
  red(
    curve([
      [352, 99],
      [383, 121],
      [414, 99],
    ]),
    4,
  ),
  red(
    curve([
      [366, 82],
      [372, 88],
      [380, 95],
    ]),
    3.4,
  ),
];

const wind = (): string[] => [
  ...[0, 1, 2].map((step) =>
    ink(
      curve([
        [128 + step * 22, 198 + step * 9],
        [176 + step * 22, 191 + step * 9],
        [224 + step * 18, 199 + step * 9],
      ]),
      4.6,
    ),
  ),
];
