let scale = 0;

/** Ratio of the reader's font size in the browser to the usual one. */
export function textScale(): number {
  scale ||= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
  return scale;
}
