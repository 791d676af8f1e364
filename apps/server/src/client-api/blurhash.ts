import { LRUCache } from 'lru-cache';
import { thumbHashToRGBA } from 'thumbhash';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~';
const components = { x: 4, y: 3 };

/** BlurHash by ThumbHash (base64). Empty for a damaged one. */
const cache = new LRUCache<string, string>({ max: 20_000, memoMethod: convert });

/** Returns the BlurHash of a stored ThumbHash (base64), or null for a damaged one. Decodes about 32 × 32 pixels, once for each image. */
export const blurhashOf = (thumbhash: string): string | null => cache.memo(thumbhash) || null;

function convert(thumbhash: string): string {
  try {
    const { w, h, rgba } = thumbHashToRGBA(Buffer.from(thumbhash, 'base64'));
    const factors = Array.from({ length: components.x * components.y }, (_, n) =>
      factorOf({ w, h, rgba }, n % components.x, Math.floor(n / components.x)),
    );
    return factors.flat().every(Number.isFinite) ? encode(factors) : '';
  } catch {
    return '';
  }
}

type Color = [red: number, green: number, blue: number];

/** Returns one component of the discrete cosine transform, in linear light. */
function factorOf({ w, h, rgba }: { w: number; h: number; rgba: Uint8Array }, i: number, j: number): Color {
  const sum: Color = [0, 0, 0];
  for (let y = 0; y < h; y += 1) {
    const vertical = Math.cos((Math.PI * j * y) / h);
    for (let x = 0; x < w; x += 1) {
      const basis = Math.cos((Math.PI * i * x) / w) * vertical;
      for (const channel of [0, 1, 2] as const) sum[channel] += basis * linear[rgba[4 * (y * w + x) + channel]!]!;
    }
  }
  const scale = (i === 0 && j === 0 ? 1 : 2) / (w * h);
  return sum.map((value) => value * scale) as Color;
}

const linear = Array.from({ length: 256 }, (_, value) => (value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4));

/** Encodes as https://github.com/woltapp/blurhash/blob/master/Algorithm.md describes. */
function encode([average, ...rest]: Color[]): string {
  const largest = Math.max(...rest.flat().map(Math.abs));
  const step = clamp(Math.floor(largest * 166 - 0.5), 82);
  const most = (step + 1) / 166;
  const [red, green, blue] = average!.map(toSrgb) as Color;
  return [
    base83(components.x - 1 + (components.y - 1) * 9, 1),
    base83(step, 1),
    base83(red * 65_536 + green * 256 + blue, 4),
    ...rest.map((color) => {
      const [r, g, b] = color.map((value) => clamp(Math.floor(signedRoot(value / most) * 9 + 9.5), 18)) as Color;
      return base83((r * 19 + g) * 19 + b, 2);
    }),
  ].join('');
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));
const signedRoot = (value: number): number => Math.sign(value) * Math.sqrt(Math.abs(value));

function toSrgb(light: number): number {
  const value = clamp(light, 1);
  return Math.round(255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055));
}

const base83 = (value: number, length: number): string =>
  Array.from({ length }, (_, n) => digits[Math.floor(value / 83 ** (length - n - 1)) % 83]).join('');
