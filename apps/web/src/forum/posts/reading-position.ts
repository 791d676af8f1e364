export interface Placed {
  number: number;
  top: number;
  bottom: number;
}

export interface View {
  /** Height of the sticky header. */
  top: number;
  bottom: number;
  /** Remaining scroll distance; Infinity while more posts can load below. */
  left: number;
}

/**
 * The post at the window's upper edge. Near the topic's end, the reference line moves down to the lower edge, so that each of the last posts is
 * reached.
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

/** Number of the last post seen completely or filling the window. */
export function lastSeen(count: number, at: (index: number) => Placed, view: View): number | undefined {
  const next = firstWith(count, (index) => at(index).bottom > view.bottom);
  if (next < count && at(next).top <= view.top) return at(next).number;
  return next === 0 ? undefined : at(next - 1).number;
}

export const firstInView = (count: number, at: (index: number) => Placed, view: View): number | undefined =>
  count === 0
    ? undefined
    : at(
        Math.min(
          count - 1,
          firstWith(count, (index) => at(index).bottom > view.top),
        ),
      ).number;

/** Binary search: returns the first index from which the condition holds, or `count`. */
function firstWith(count: number, fulfils: (index: number) => boolean): number {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (fulfils(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
