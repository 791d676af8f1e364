/** OKLCH colour: lightness 0 to 1, chroma, hue in degrees. */
interface Shade {
  l: number;
  c: number;
  h: number;
}

interface AccentShades {
  light: Shade;
  dark: Shade;
  /** The lower of two WCAG contrasts: accent on page, button text on accent. */
  contrast: { light: number; dark: number };
}

export const contrastNeeded = 4.5;

const grounds = {
  light: [
    { l: 0.985, c: 0.007, h: 85 },
    { l: 0.962, c: 0.011, h: 82 },
  ],
  dark: [
    { l: 0.17, c: 0.015, h: 275 },
    { l: 0.238, c: 0.019, h: 275 },
  ],
} as const;

/** Returns the shades of the accent `#rrggbb` for light and dark mode. The dark one is lightened until it is readable. */
export function accentShades(hex: string): AccentShades {
  const light = shadeOf(hex);
  const dark = { l: 0.78, c: Math.min(light.c, 0.095), h: light.h };
  return { light, dark, contrast: { light: leastContrast(light, grounds.light), dark: leastContrast(dark, grounds.dark) } };
}

export function isReadableAccent(hex: string): boolean {
  const { contrast } = accentShades(hex);
  return contrast.light >= contrastNeeded && contrast.dark >= contrastNeeded;
}

const leastContrast = (shade: Shade, on: readonly Shade[]): number => Math.min(...on.map((ground) => contrastOf(shade, ground)));

function contrastOf(one: Shade, other: Shade): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns the relative luminance by Björn Ottosson's OKLab, clipped to sRGB. */
function luminance({ l, c, h }: Shade): number {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const cut = (value: number): number => Math.min(1, Math.max(0, value));
  const red = cut(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short);
  const green = cut(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short);
  const blue = cut(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function shadeOf(hex: string): Shade {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255));
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    c: Math.hypot(a, b),
    h: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  };
}

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
