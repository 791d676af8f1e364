import { coil, even, type Hand, type Point, smooth, stroke, swell, thinning, through } from './brush.ts';

/*
 * Uli drawings for places that would be empty: one line drawing each, in ink, with one laterite detail. They are symbols of one
 * file, used by name: `<use href="…#hanging">`; ink is the colour of the text around, laterite follows the theme.
 */
export function drawUli(): string {
  const symbols = Object.entries(drawings).map(
    ([name, { box, shapes }]) => `<symbol id="${name}" viewBox="${box}">${shapes().join('')}</symbol>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`;
}

/** The mark: a coil, drawn outwards. */
export const markPath = (): string =>
  smooth(stroke(coil([16, 16], 14.4, { turns: 2.4, start: 2.7, each: 12, inner: 0.07 }), 3.4, { hand: markHand }));
/** The stroke under a chosen word. */
export const brushStrokePath = (): string =>
  smooth(
    stroke(
      through(
        [
          [1, 4.6],
          [22, 3.2],
          [55, 4.6],
          [99, 3],
        ],
        5,
      ),
      3.6,
      { hand: swell(0.36, 0.1) },
    ),
  );

const markHand: Hand = (part) => (part < 0.12 ? 0.5 + part * 4 : 1 - Math.max(0, part - 0.55) * 1.35);

const ink = (line: readonly Point[], width: number, hand: Hand = swell(0.5, 0.3)): string =>
  `<path fill="currentColor" d="${smooth(stroke(line, width, { hand }))}"/>`;
const red = (line: readonly Point[], width: number, hand: Hand = swell(0.5, 0.3)): string =>
  `<path fill="var(--laterite)" d="${smooth(stroke(line, width, { hand }))}"/>`;
const dot = ([x, y]: Point, radius: number, colour = 'currentColor'): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`;

const curve = (points: readonly Point[], each = 4): Point[] => through(points, each);

/** A frame of four strokes that do not quite meet, as a hand draws one. */
function frame(x: number, y: number, width: number, height: number): string[] {
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

const hook = (x: number, top: number, foot: number): string =>
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

const ground = (x: number, y: number, width: number): string =>
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

const drawings: Record<string, { box: string; shapes: () => string[] }> = {
  /** Nothing hangs yet: nails in the wall, empty frames, one thought of a picture. */
  hanging: {
    box: '0 0 440 232',
    shapes: () => [
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
      hook(112, 17, 52),
      hook(262, 21, 52),
      hook(394, 15, 52),
      ...frame(64, 52, 98, 128),
      ...frame(182, 52, 162, 108),
      ...frame(362, 52, 68, 120),
      red(coil([263, 107], 32, { turns: 2.5, start: 0.9, each: 10, inner: 0.08 }), 8.4, markHand),
      ground(32, 220, 380),
    ],
  },
  /** A path that winds off and ends: nobody painted here. */
  lost: {
    box: '0 0 440 232',
    shapes: () => [
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
      red(coil([404, 36], 21, { turns: 2.2, start: 2.2, each: 10, inner: 0.08 }), 6.2, markHand),
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
      ground(300, 218, 124),
    ],
  },
  /** A pot with a crack: what was asked for did not hold. */
  cracked: {
    box: '0 0 440 232',
    shapes: () => [
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
      ground(58, 222, 324),
    ],
  },
  /** A line that has come down between two posts. */
  offline: {
    box: '0 0 440 232',
    shapes: () => [
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
      ground(40, 220, 360),
    ],
  },
  /** A letter on its way, carried by a bird. */
  letter: {
    box: '0 0 440 232',
    shapes: () => [
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
    ],
  },
  /** A carved door that is closed. It says nothing about who lives behind it. */
  door: {
    box: '0 0 440 340',
    shapes: () => [
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
  },
  /** A bell that nobody has struck. */
  quiet: {
    box: '0 0 440 232',
    shapes: () => [
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
      ink(
        curve([
          [174, 128],
          [220, 138],
          [266, 128],
        ]),
        4.4,
      ),
      dot([220, 205], 8, 'var(--laterite)'),
      ground(84, 222, 272),
    ],
  },
};
