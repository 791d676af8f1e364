import { profileOfNumbers } from './color-profiles.ts';
import type { ColorOverride } from './png-structure.ts';

interface Box {
  name: string;
  body: Buffer;
  cutOff: boolean;
}

function* boxesOf(bytes: Buffer): Generator<Box> {
  for (let from = 0; from + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(from);
    const isLarge = size === 1 && from + 16 <= bytes.length;
    const length = size === 0 ? bytes.length - from : isLarge ? Number(bytes.readBigUInt64BE(from + 8)) : size;
    if (length < 8) return;
    const body = bytes.subarray(from + (isLarge ? 16 : 8), from + length);
    yield { name: bytes.toString('latin1', from + 4, from + 8), body, cutOff: from + length > bytes.length };
    from += length;
  }
}

export function isAvifCutOff(bytes: Buffer): boolean {
  for (const { cutOff } of boxesOf(bytes)) if (cutOff) return true;
  return false;
}

/** Returns the colors that an AVIF declares by number, which the decoder ignores. Like browsers, treats video transfer curves as sRGB. */
export function avifColors(bytes: Buffer): ColorOverride | null {
  const within = (parent: Buffer | undefined, type: string): Buffer | undefined => {
    for (const { name, body } of boxesOf(parent ?? Buffer.alloc(0))) if (name === type) return body;
    return undefined;
  };
  const properties = within(within(within(bytes, 'meta')?.subarray(4), 'iprp'), 'ipco');
  const colors: Buffer[] = [];
  for (const { name, body } of boxesOf(properties ?? Buffer.alloc(0))) if (name === 'colr') colors.push(body);
  const numbers = colors.find((body) => body.toString('latin1', 0, 4) === 'nclx');
  if (numbers === undefined || numbers.length < 8 || colors.some((body) => body.toString('latin1', 0, 4) !== 'nclx')) return null;
  const [primaries, transfer] = [numbers.readUInt16BE(4), numbers.readUInt16BE(6)];
  const [gamut, curve] = [primaries === 2 ? 1 : primaries, [1, 2, 6, 14, 15].includes(transfer) ? 13 : transfer];
  if (gamut === 1 && curve === 13) return null;
  const profile = profileOfNumbers(gamut, curve);
  return profile && { profile };
}
