/** Colours are told in OKLCH, as the design's tokens are: lightness 0–1, chroma, hue in degrees. */
export function oklch(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return hex([
    curve(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    curve(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    curve(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]);
}

/** `share` of the way from one `#rrggbb` to another. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)];
  return hex(a.map((value, index) => value + (b[index]! - value) * share));
}

export const darker = (colour: string, share: number): string => mix(colour, '#140d1c', share);
export const lighter = (colour: string, share: number): string => mix(colour, '#fff6e4', share);

export const channels = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

const hex = (values: number[]): string =>
  `#${values
    .map((value) =>
      Math.round(Math.min(255, Math.max(0, value)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const curve = (linear: number): number => 255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);
