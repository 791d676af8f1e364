import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CameraData } from '@mbari/contract/photos/post-fields';
import { readCameraData } from '@mbari/contract/photos/read-camera-data';
import { imageHeightMax } from '@mbari/contract/platform/image-widths';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { decodeImage, inspectImage, type Limits, Refused, type Unreadable } from './decode-image.ts';
import { type MetadataKind, metadataKinds } from './metadata-kinds.ts';

/**
 * Decodes untrusted images in a separate process, so a hostile image crashes only this process. The process watches its own
 * memory and CPU time, because a decoder inside a thread cannot be interrupted.
 */

export interface EncodeTask {
  do: 'encode';
  file: string;
  folder: string;
  /** `square` crops to the middle and produces every width, even if it enlarges. */
  shape: 'whole' | 'square';
  widths: number[];
  limits: Limits;
}

export interface AvifTask {
  do: 'avif';
  file: string;
  folder: string;
  widths: number[];
}

export type WorkerTask = (EncodeTask | AvifTask) & { id: number; bounds: { cpuSeconds: number; rssBytes: number } };

export type WorkerAnswer = { id: number } & (
  | { done: EncodedFiles | number[] }
  | { unreadable: Unreadable; reason: string }
  | { failed: string; code: string | undefined }
);

export interface EncodedFiles {
  width: number;
  height: number;
  color: string;
  /** Base64, because messages are JSON. */
  thumbhash: string;
  widths: number[];
  bytes: number;
  /** Format and bytes as uploaded; size after rotation. */
  received: { format: string; width: number; height: number; bytes: number };
  files: { format: 'webp' | 'jpeg'; width: number; bytes: number }[];
  /** Kinds of metadata in the upload, all removed from the stored files. */
  removed: MetadataKind[];
  camera: CameraData | null;
}

sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
});

// Makes the OOM killer choose this process, not the database.
if (process.platform === 'linux') void writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined);

process.on('message', (task: WorkerTask) => void answer(task));
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

async function answer(task: WorkerTask): Promise<void> {
  const guard = watch(task);
  try {
    const output = task.do === 'encode' ? await encode(task) : await encodeAvif(task);
    send({ id: task.id, done: output });
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    if (error instanceof Refused) send({ id: task.id, unreadable: error.unreadable, reason: message });
    else send({ id: task.id, failed: message, code });
  } finally {
    clearInterval(guard);
  }
}

function watch({ id, bounds }: WorkerTask): NodeJS.Timeout {
  const start = process.cpuUsage();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(start);
    const seconds = (user + system) / 1e6;
    const rss = process.memoryUsage.rss();
    if (seconds <= bounds.cpuSeconds && rss <= bounds.rssBytes) return;
    send({ id, unreadable: 'too hard', reason: `took ${seconds.toFixed(1)} s and ${Math.round(rss / 2 ** 20)} MiB` }, () =>
      process.kill(process.pid, 'SIGKILL'),
    );
  }, 40);
}

const send = (message: WorkerAnswer, then?: () => void): void => void process.send?.(message, () => then?.());

async function encode({ file, folder, shape, widths, limits }: EncodeTask): Promise<EncodedFiles> {
  const bytes = await readFile(file);
  const image = await inspectImage(bytes, limits);
  const { width, height, metadata } = image;
  const top = Math.min(width, widths.at(-1)!);
  const side = Math.min(width, height, widths.at(-1)!);
  const decoded = await decodeImage(image, limits, (stored, turned) => {
    if (shape === 'square') return stored.resize({ width: side, height: side, fit: 'cover' });
    const size = turned ? { width: imageHeightMax, height: top } : { width: top, height: imageHeightMax };
    return stored.resize({ ...size, fit: 'inside', withoutEnlargement: true });
  });
  const info = decoded.info;
  const pixels = (): Sharp => sharp(decoded.data, { raw: info });

  const storedWidths = shape === 'square' ? widths : [...widths.filter((one) => one < info.width), info.width];
  const writtenFiles: EncodedFiles['files'] = [];
  for (const one of storedWidths) {
    const sized = pixels().resize({ width: one, withoutEnlargement: true });
    const files = {
      webp: await sized.clone().webp({ quality: 78, effort: 2 }).toBuffer(),
      jpeg: await sized
        .clone()
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: 80, progressive: true, chromaSubsampling: '4:4:4' })
        .toBuffer(),
    };
    for (const kind of ['webp', 'jpeg'] as const) {
      await writeFile(path.join(folder, `${one}.${kind}`), files[kind], { flag: 'wx' });
      writtenFiles.push({ format: kind, width: one, bytes: files[kind].length });
    }
  }
  const displaySize = shape === 'square' ? { width: info.width, height: info.height } : { width, height };
  return {
    ...displaySize,
    ...(await impression(pixels)),
    widths: storedWidths,
    bytes: writtenFiles.reduce((sum, file) => sum + file.bytes, 0),
    received: { format: image.container, width, height, bytes: bytes.length },
    files: writtenFiles,
    removed: metadataKinds(metadata),
    camera: metadata.exif ? readCameraData(metadata.exif) : null,
  };
}

async function impression(pixels: () => Sharp): Promise<{ color: string; thumbhash: string }> {
  const small = await pixels()
    .resize({ width: 100, height: 100, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const sums = [0, 0, 0];
  let weight = 0;
  for (let offset = 0; offset < small.data.length; offset += 4) {
    const alpha = small.data[offset + 3]!;
    weight += alpha;
    for (let channel = 0; channel < 3; channel += 1) sums[channel]! += small.data[offset + channel]! * alpha;
  }
  const mean = sums.map((sum) => Math.round(weight === 0 ? 255 : sum / weight));
  return {
    color: `#${mean.map((value) => value.toString(16).padStart(2, '0')).join('')}`,
    thumbhash: Buffer.from(rgbaToThumbHash(small.info.width, small.info.height, small.data)).toString('base64'),
  };
}

/** Encodes AVIF from a WebP of this server, so the input is trusted. */
async function encodeAvif({ file, folder, widths }: AvifTask): Promise<number[]> {
  const bytes = await readFile(file);
  for (const width of widths) {
    const data = await sharp(bytes).resize({ width, withoutEnlargement: true }).avif({ quality: 60, effort: 2 }).toBuffer();
    await writeFile(path.join(folder, `${width}.avif`), data, { flag: 'wx' });
  }
  return widths;
}
