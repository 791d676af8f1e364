import { even, swell } from '../brush.ts';
import { curve, dot, ground, ink, type Drawing } from './pen.ts';

/** A bell that nobody has struck. */
export const quiet: Drawing = {
  box: '0 0 440 232',
  draw: () => [...bell(), ...loop(), ...band(), dot([220, 205], 8, 'var(--laterite)'), ground(84, 222, 272)],
};

const bell = (): string[] => [
  ink(
    curve([
      [186, 70],
      [178, 112],
      [160, 158],
      [146, 182],
    ]),
    7.5,
    swell(0.6, 0.3),
  ),
  ink(
    curve([
      [254, 70],
      [262, 112],
      [280, 158],
      [294, 182],
    ]),
    7.5,
    swell(0.6, 0.3),
  ),
  ink(
    curve([
      [186, 72],
      [204, 56],
      [236, 56],
      [254, 72],
    ]),
    7,
  ),
  ink(
    curve([
      [140, 184],
      [220, 197],
      [300, 184],
    ]),
    7,
    swell(0.5, 0.35),
  ),
];

const loop = (): string[] => [
  ink(
    curve([
      [206, 54],
      [204, 28],
      [220, 16],
      [236, 28],
      [234, 54],
    ]),
    5.5,
    even,
  ),
];

const band = (): string[] => [
  ink(
    curve([
      [174, 128],
      [220, 138],
      [266, 128],
    ]),
    4.4,
  ),
];
