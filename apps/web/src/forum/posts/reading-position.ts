/** Where posts stand in the window, from the first to the last that is loaded. */
export interface Placed {
  number: number;
  top: number;
  bottom: number;
}

export interface View {
  /** What is covered at the top by the header. */
  top: number;
  bottom: number;
  /** How far one can still scroll down, in pixels; where more is loaded there, Infinity. */
  left: number;
}

/**
 * The post that is being read: the one at the upper edge of the window. In the last window of a topic the line at which it is looked for
 * moves down to the lower edge, so that each of the last posts has its turn.
 */
export function postBeingRead(count: number, at: (index: number) => Placed, view: View): number | undefined {
  if (count === 0) return undefined;
  const height = view.bottom - view.top;
  const share = 1 - Math.min(1, view.left / height);
  const line = view.top + edge + share * (height - edge);
  return at(
    Math.min(
      count - 1,
      firstWith(count, (index) => at(index).bottom > line),
    ),
  ).number;
}

const edge = 24;

/** The last post that has been seen: to its end, or as much of it as the window shows. */
export function lastSeen(count: number, at: (index: number) => Placed, view: View): number | undefined {
  const next = firstWith(count, (index) => at(index).bottom > view.bottom);
  if (next < count && at(next).top <= view.top) return at(next).number;
  return next === 0 ? undefined : at(next - 1).number;
}

/** The first post of which something is in view. */
export const firstInView = (count: number, at: (index: number) => Placed, view: View): number | undefined =>
  count === 0
    ? undefined
    : at(
        Math.min(
          count - 1,
          firstWith(count, (index) => at(index).bottom > view.top),
        ),
      ).number;

/** The first index that fulfils a condition which all after it fulfil, too; `count` where none does. */
function firstWith(count: number, fulfils: (index: number) => boolean): number {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (fulfils(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
