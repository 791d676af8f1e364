import { coil, smooth, stroke, swell, through } from './brush.ts';
import { cracked } from './uli/cracked.ts';
import { door } from './uli/door.ts';
import { hanging } from './uli/hanging.ts';
import { letter } from './uli/letter.ts';
import { lost } from './uli/lost.ts';
import { offline } from './uli/offline.ts';
import { type Drawing, markHand } from './uli/pen.ts';
import { quiet } from './uli/quiet.ts';

/*
 * Uli line drawings for empty pages, in ink, with one laterite detail. They are symbols of one file, used by name:
 * `<use href="…#hanging">`. Ink is the colour of the text around, laterite follows the theme.
 */
export function drawUli(): string {
  const symbols = Object.entries(drawings).map(
    ([name, { box, draw }]) => `<symbol id="${name}" viewBox="${box}">${draw().join('')}</symbol>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`;
}

const drawings: Readonly<Record<string, Drawing>> = { hanging, lost, cracked, offline, letter, door, quiet };

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
