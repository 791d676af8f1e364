import { swell, thinning } from '../brush.ts';
import { curve, ground, ink, red, type Drawing } from './pen.ts';

/** A wire that has come down between two posts: no connection. */
export const offline: Drawing = {
  box: '0 0 440 232',
  draw: () => [...posts(), ...wires(), ...sparks(), ground(40, 220, 360)],
};

const posts = (): string[] => [
  ink(
    curve([
      [84, 212],
      [88, 130],
      [84, 44],
    ]),
    9,
    swell(0.4, 0.5),
  ),
  ink(
    curve([
      [356, 212],
      [352, 130],
      [356, 44],
    ]),
    9,
    swell(0.4, 0.5),
  ),
  ink(
    curve([
      [58, 66],
      [86, 60],
      [112, 66],
    ]),
    6,
  ),
  ink(
    curve([
      [328, 66],
      [354, 60],
      [382, 66],
    ]),
    6,
  ),
];

const wires = (): string[] => [
  ink(
    curve([
      [90, 62],
      [130, 110],
      [170, 132],
      [176, 168],
      [158, 178],
    ]),
    5,
    thinning,
  ),
  ink(
    curve([
      [350, 62],
      [310, 104],
      [278, 122],
      [268, 156],
      [284, 172],
    ]),
    5,
    thinning,
  ),
];

const sparks = (): string[] => [
  red(
    curve([
      [204, 112],
      [214, 100],
      [210, 86],
    ]),
    5,
  ),
  red(
    curve([
      [222, 118],
      [224, 102],
      [226, 90],
    ]),
    5,
  ),
  red(
    curve([
      [238, 114],
      [240, 100],
      [250, 92],
    ]),
    5,
  ),
];
