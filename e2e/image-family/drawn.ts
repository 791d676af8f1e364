import type { Page } from '@playwright/test';
import sharp from 'sharp';

/** An image's size and five of its pixels, on white. */
export interface Drawn {
  width: number;
  height: number;
  pixels: number[][];
}

const points = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.75, 0.75],
  [0.25, 0.75],
  [0.5, 0.5],
] as const;

/** Draws files as `<img>` elements. Returns null for a file that the browser cannot show. */
export async function drawnBy(page: Page, files: readonly Buffer[]): Promise<(Drawn | null)[]> {
  const drawn: (Drawn | null)[] = [];
  await page.goto('about:blank');
  for (let from = 0; from < files.length; from += 50) {
    const texts = files.slice(from, from + 50).map((file) => file.toString('base64'));
    drawn.push(
      ...(await page.evaluate(
        ([part, at]) =>
          Promise.all(
            part.map(async (text) => {
              const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
              const image = new Image();
              image.src = URL.createObjectURL(new Blob([bytes]));
              const loaded = await new Promise<boolean>((resolve) => {
                image.addEventListener('load', () => resolve(true));
                image.addEventListener('error', () => resolve(false));
              });
              URL.revokeObjectURL(image.src);
              if (!loaded) return null;
              const { naturalWidth: width, naturalHeight: height } = image;
              const context = new OffscreenCanvas(width, height).getContext('2d', { colorSpace: 'srgb' })!;
              context.fillStyle = '#fff';
              context.fillRect(0, 0, width, height);
              context.drawImage(image, 0, 0);
              const { data } = context.getImageData(0, 0, width, height);
              const pixels = at.map(([x, y]) => {
                const start = (Math.floor(y * height) * width + Math.floor(x * width)) * 4;
                return [...data.slice(start, start + 3)];
              });
              return { width, height, pixels };
            }),
          ),
        [texts, points] as const,
      )),
    );
  }
  return drawn;
}

export async function drawnFrom(file: Buffer): Promise<Drawn> {
  const { data, info } = await sharp(file)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = points.map(([x, y]) => {
    const start = (Math.floor(y * height) * width + Math.floor(x * width)) * channels;
    return [...data.subarray(start, start + 3)];
  });
  return { width, height, pixels };
}

/** Returns the largest difference of a channel; infinite if the sizes differ. */
export function worstDifference(one: Drawn, other: Drawn): number {
  if (one.width !== other.width || one.height !== other.height) return Number.POSITIVE_INFINITY;
  return Math.max(...one.pixels.flatMap((pixel, index) => pixel.map((value, channel) => Math.abs(value - other.pixels[index]![channel]!))));
}
