import * as words from '@mbari/words/critique';

const ninths = [
  [words.upperLeft, words.upperCentre, words.upperRight],
  [words.left, words.centre, words.right],
  [words.lowerLeft, words.lowerCentre, words.lowerRight],
] as const;

const third = (share: number): number => Math.min(2, Math.floor(share * 3));

/** The ninth of the image with a spot, such as 'upper left'. */
export const placeOf = ({ x, y }: { x: number; y: number }): string => ninths[third(y)]![third(x)]!;

/** Offset in pixels, at most 16, by which a pin moves away from pins at the same spot. */
export function spread(pins: readonly { x: number; y: number }[], size: { width: number; height: number }): { dx: number; dy: number }[] {
  const near = 30;
  return pins.map((pin, index) => {
    const before = pins
      .slice(0, index)
      .filter((other) => Math.hypot((other.x - pin.x) * size.width, (other.y - pin.y) * size.height) < near);
    if (before.length === 0) return { dx: 0, dy: 0 };
    const angle = before.length * 2.4;
    return { dx: Math.round(16 * Math.cos(angle)), dy: Math.round(16 * Math.sin(angle)) };
  });
}
