import { coil, type Hand, paint, type Point, smooth, stroke, swell, through } from './brush.ts';

/**
 * The splash's drawings as markup. Each stroke is a filled brush shape, revealed by a thick mask line along its middle whose
 * dash runs out: it looks drawn, and a browser only moves one number.
 */
export function splashMarkup(): string {
  return [
    group('splash-coil', '0 0 340 360', coilStrokes),
    group('splash-bows', '0 -24 480 360', bowStrokes),
    group('splash-waves', '0 0 620 190', waveStrokes),
  ].join('');
}

interface SplashStroke {
  line: Point[];
  width: number;
  hand: Hand;
  colour: string;
  /** Seconds before it begins. */
  after: number;
}

const { chalk, ochre } = paint;

/** Set down lightly, lifted at its fullest. */
const opening: Hand = (part) => 0.14 + 0.86 * Math.sin(Math.min(1, part * 1.15) * (Math.PI / 2));

const coilStrokes: SplashStroke[] = [
  {
    line: coil([172, 172], 160, { turns: 3.05, start: 1.2, each: 22, inner: 0.05 }),
    width: 25,
    colour: chalk,
    after: 0,
    hand: (part) => 0.42 + 0.58 * Math.sin(Math.PI * (0.08 + part * 0.84)) ** 0.8,
  },
];

const bowStrokes: SplashStroke[] = [
  {
    line: arcThrough([
      [12, 226],
      [96, 64],
      [250, 18],
      [446, 66],
    ]),
    width: 40,
    colour: ochre,
    after: 0.5,
    hand: opening,
  },
  {
    line: arcThrough([
      [94, 284],
      [164, 146],
      [262, 100],
    ]),
    width: 24,
    colour: chalk,
    after: 0.8,
    hand: opening,
  },
  {
    line: arcThrough([
      [176, 322],
      [192, 278],
      [210, 242],
    ]),
    width: 13,
    colour: chalk,
    after: 1.1,
    hand: opening,
  },
];

const waveStrokes: SplashStroke[] = [
  {
    line: arcThrough([
      [8, 62],
      [132, 12],
      [300, 88],
      [462, 16],
      [610, 58],
    ]),
    width: 22,
    colour: chalk,
    after: 0.25,
    hand: swell(0.45, 0.12),
  },
  {
    line: arcThrough([
      [8, 106],
      [132, 58],
      [300, 132],
      [452, 62],
    ]),
    width: 16,
    colour: chalk,
    after: 0.55,
    hand: swell(0.5, 0.12),
  },
  {
    line: arcThrough([
      [8, 150],
      [132, 104],
      [272, 168],
    ]),
    width: 11,
    colour: chalk,
    after: 0.85,
    hand: swell(0.5, 0.14),
  },
];

function arcThrough(points: readonly Point[]): Point[] {
  return through(points, 8);
}

function group(name: string, box: string, strokes: readonly SplashStroke[]): string {
  const masks = strokes.map(
    ({ line, width, after }, index) =>
      `<mask id="${name}-${index}" maskUnits="userSpaceOnUse" x="-20" y="-40" width="700" height="440"><path class="splash-reveal splash-after-${Math.round(after * 100)}" pathLength="1" d="${open(line)}" fill="none" stroke="#fff" stroke-width="${width + 10}" stroke-linecap="round"/></mask>`,
  );
  const shapes = strokes.map(
    ({ line, width, hand, colour }, index) =>
      `<g mask="url(#${name}-${index})"><path fill="${colour}" d="${smooth(stroke(line, width, { hand }))}"/></g>`,
  );
  return `<svg class="${name}" viewBox="${box}" aria-hidden="true" focusable="false"><defs>${masks.join('')}</defs>${shapes.join('')}</svg>`;
}

const open = (line: readonly Point[]): string => `M${line.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join('L')}`;
