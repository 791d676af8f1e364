import sharp, { type OverlayOptions } from 'sharp';
import { grainTile, mottleTile, tileSide } from './textures.ts';

/** The sheet a scene is drawn on, in units: its shorter side is 1,000 whatever its pixels are. */
export interface Sheet {
  width: number;
  height: number;
}

export interface Layer {
  /** SVG elements, in units of the sheet. */
  svg: string;
  /** Out of focus by this many units: shadows, glow, mist. */
  blur?: number;
  blend?: 'over' | 'multiply' | 'screen' | 'soft-light' | 'overlay';
}

/** What an image is drawn of. Nothing here is a file yet. */
export interface Scene {
  ground: string;
  layers: Layer[];
  /** What is to be seen, for those who do not see it. */
  alt: string;
  surface: Surface;
}

/** How the thing feels: 0 leaves it out. */
export interface Surface {
  /** Film grain. */
  grain?: number;
  /** Unevenness in large patches: dye, plaster, weather. */
  mottle?: number;
  /** Threads; `rib` is how many units one thread takes. */
  cloth?: number;
  rib?: number;
  /** Dark corners. */
  vignette?: number;
  /** Brighter towards this corner: -1 left or top, 1 right or bottom. */
  light?: readonly [x: number, y: number, strength: number];
}

/** Draws a scene at a size in pixels. Answers a JPEG as a camera would: full range, lightly compressed. */
export async function drawImage(scene: Scene, sheet: Sheet, width: number, height: number): Promise<Buffer> {
  const scale = width / sheet.width;
  const composed = await sharp({ create: { width, height, channels: 3, background: scene.ground } })
    .composite(await Promise.all(scene.layers.map((layer) => drawLayer(layer, sheet, width, height, scale))))
    .removeAlpha()
    .raw()
    .toBuffer();
  giveSurface(composed, width, height, scale, scene.surface);
  return sharp(composed, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

async function drawLayer(
  { svg, blur = 0, blend = 'over' }: Layer,
  sheet: Sheet,
  width: number,
  height: number,
  scale: number,
): Promise<OverlayOptions> {
  const page = (w: number, h: number): Buffer =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${sheet.width} ${sheet.height}" preserveAspectRatio="none">${svg}</svg>`,
    );
  if (blur === 0) return { input: page(width, height), blend };
  // What is out of focus needs no detail: a quarter of the pixels blurs sixteen times faster.
  const less = Math.max(1, Math.min(8, Math.floor((blur * scale) / 1.5)));
  const [w, h] = [Math.ceil(width / less), Math.ceil(height / less)];
  const soft = await sharp(page(w, h))
    .blur(Math.max(0.3, (blur * scale) / less))
    .png({ compressionLevel: 0 })
    .toBuffer();
  const input = await sharp(soft).resize(width, height, { fit: 'fill', kernel: 'linear' }).raw().toBuffer();
  return { input, raw: { width, height, channels: 4 }, blend };
}

function giveSurface(pixels: Buffer, width: number, height: number, scale: number, surface: Surface): void {
  const { grain = 0.5, mottle = 0, cloth = 0, rib = 3, vignette = 0.25, light = [0, 0, 0] } = surface;
  const [grains, patches] = [grainTile(), mottleTile()];
  const patchStep = tileSide / (1400 * scale);
  const thread = Math.PI / (rib * scale);
  const across = Float32Array.from({ length: width }, (_, x) => Math.sin(x * thread));
  for (let y = 0, offset = 0; y < height; y += 1) {
    const v = (y / height) * 2 - 1;
    const grainRow = (y % tileSide) * tileSide;
    const patchRow = (Math.floor(y * patchStep) % tileSide) * tileSide;
    const down = Math.sin(y * thread);
    for (let x = 0; x < width; x += 1, offset += 3) {
      const u = (x / width) * 2 - 1;
      const corner = u * u * v * v + (u * u + v * v) * 0.35;
      let factor = 1 - vignette * corner * 0.55 + light[2] * (u * light[0] + v * light[1]) * 0.5;
      factor += mottle * patches[patchRow + (Math.floor(x * patchStep) % tileSide)]!;
      if (cloth > 0) factor += cloth * 0.08 * (Math.sin(y * thread) * across[x]! + 0.6 * Math.max(across[x]!, down) - 0.3);
      const added = grain * 0.62 * grains[grainRow + (x % tileSide)]!;
      pixels[offset] = clamp(pixels[offset]! * factor + added);
      pixels[offset + 1] = clamp(pixels[offset + 1]! * factor + added);
      pixels[offset + 2] = clamp(pixels[offset + 2]! * factor + added);
    }
  }
}

const clamp = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value);
