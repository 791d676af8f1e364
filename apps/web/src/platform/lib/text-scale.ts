let scale = 0;

/** How many times larger than usual the reader has set all text in the browser. */
export function textScale(): number {
  scale ||= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
  return scale;
}
