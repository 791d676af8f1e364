import * as limits from '@mbari/contract/platform/limits';
import * as sentences from '@mbari/words/sentences';

interface Picked {
  size: number;
  type: string;
}

/**
 * Splits picked files into files that a post can have and errors for the other files. `maxBytes` is infinite if
 * the browser may shrink them before upload.
 */
export function checkFiles<File extends Picked>(
  picked: readonly File[],
  room: number,
  maxBytes: number = limits.imageBytes,
): { taken: File[]; wrong: string[]; over: boolean } {
  // SVG may contain scripts; the server refuses it.
  const images = picked.filter(({ type }) => type.startsWith('image/') && !type.startsWith('image/svg'));
  const small = images.filter(({ size }) => size < maxBytes);
  const accepted = small.slice(0, Math.max(0, room));
  return {
    taken: accepted,
    over: small.length > accepted.length,
    wrong: [
      ...(images.length < picked.length ? [sentences.notImages] : []),
      ...(small.length < images.length ? [sentences.imageTooLarge] : []),
    ],
  };
}

export interface FileKind {
  name: 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'heic' | null;
  /** Has several frames; encoding again would keep only one. */
  animated: boolean;
}

/** Detects the format by the first bytes. A file's name and type may be wrong, and some phones set no type for HEIC. */
export function kindOf(head: Uint8Array): FileKind {
  const text = (from: number, to: number): string => String.fromCharCode(...head.subarray(from, to));
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return { name: 'jpeg', animated: false };
  if (text(1, 4) === 'PNG') return { name: 'png', animated: includes(head, 'acTL') };
  if (text(0, 4) === 'GIF8') return { name: 'gif', animated: true };
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return { name: 'webp', animated: text(12, 16) === 'VP8X' && (head[20]! & 2) !== 0 };
  if (text(4, 8) !== 'ftyp') return { name: null, animated: false };
  const length = Math.min(256, (head[2]! << 8) | head[3]!);
  const brands = [text(8, 12), ...Array.from({ length: Math.max(0, length / 4 - 4) }, (_, at) => text(16 + at * 4, 20 + at * 4))];
  if (brands.includes('avif') || brands.includes('avis')) return { name: 'avif', animated: brands.includes('avis') };
  if (brands.some((brand) => heicBrands.has(brand))) return { name: 'heic', animated: false };
  return { name: null, animated: false };
}

/** Sets the type from the bytes for files whose type the browser does not know. */
export const withTrueTypes = (files: readonly File[]): Promise<File[]> => Promise.all(files.map(withTrueType));

export const headOf = async (file: Blob): Promise<Uint8Array> => new Uint8Array(await file.slice(0, 64 * 1024).arrayBuffer());

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

async function withTrueType(file: File): Promise<File> {
  if (file.type !== '' && file.type !== 'application/octet-stream') return file;
  const { name } = kindOf(await headOf(file).catch(() => new Uint8Array()));
  return name === null ? file : new File([file], file.name, { type: `image/${name}`, lastModified: file.lastModified });
}

function includes(bytes: Uint8Array, word: string): boolean {
  const codes = [...word].map((letter) => letter.charCodeAt(0));
  for (let offset = 0; offset <= bytes.length - codes.length; offset += 1)
    if (codes.every((code, index) => bytes[offset + index] === code)) return true;
  return false;
}
