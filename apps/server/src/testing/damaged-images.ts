import { crc32 } from 'node:zlib';
import { random } from './image-files.ts';

/** Damages one of the files reproducibly by seed: flips bits, removes, repeats or mixes parts, falsifies sizes. */
export function damaged(files: readonly Buffer[], seed: number): Buffer {
  const next = random(seed);
  const below = (most: number): number => Math.floor(next() * most);
  const any = (): Buffer => files[below(files.length)]!;
  let file: Buffer = Buffer.from(any());
  for (let harm = 1 + below(3); harm > 0 && file.length > 0; harm -= 1) file = harms[below(harms.length)]!(file, below, any);
  return next() < 0.5 ? withRightChecks(file) : file;
}

type Harm = (file: Buffer, below: (most: number) => number, any: () => Buffer) => Buffer;

const flipBits: Harm = (file, below) => {
  for (let count = 1 + below(8); count > 0; count -= 1) file[below(file.length)]! ^= 1 << below(8);
  return file;
};

const changeBytes: Harm = (file, below) => {
  for (let count = 1 + below(12); count > 0; count -= 1) file[below(file.length)] = below(256);
  return file;
};

/** Changes one of the first 64 bytes, which decoders read as the header. */
const changeHead: Harm = (file, below) => {
  file[below(Math.min(64, file.length))] = [0, 1, 0x7f, 0x80, 0xff][below(5)]!;
  return file;
};

const cutShort: Harm = (file, below) => file.subarray(0, below(file.length));

const cutOut: Harm = (file, below) => {
  const [from, length] = [below(file.length), below(200)];
  return Buffer.concat([file.subarray(0, from), file.subarray(from + length)]);
};

const repeat: Harm = (file, below) => {
  const [from, length] = [below(file.length), below(200)];
  const part = file.subarray(from, from + length);
  return Buffer.concat([file.subarray(0, from), ...Array<Buffer>(1 + below(20)).fill(part), file.subarray(from)]);
};

const splice: Harm = (file, below, any) => {
  const otherBytes = any();
  const [from, to, start] = [below(file.length), below(file.length), below(otherBytes.length)];
  return Buffer.concat([file.subarray(0, from), otherBytes.subarray(start, start + below(2_000)), file.subarray(to)]);
};

const sizes = [0, 1, 15, 16, 17, 255, 4096, 7100, 16_383, 16_384, 16_385, 50_000, 65_535];

const lieAboutSize: Harm = (file, below) => {
  const size = (): number => sizes[below(sizes.length)]!;
  const write = (offset: number, type: 'UInt32BE' | 'UInt32LE' | 'UInt16BE' | 'UInt16LE', most = 65_535): void => {
    if (offset + 4 <= file.length) file[`write${type}`](Math.min(size(), most), offset);
  };
  const head = file.toString('latin1', 0, 32);
  if (head.startsWith('\x89PNG')) for (const offset of [16, 20]) write(offset, 'UInt32BE');
  else if (head.startsWith('GIF')) for (const offset of [6, 8]) write(offset, 'UInt16LE');
  else if (head.startsWith('\xff\xd8')) {
    const frame = file.findIndex((byte, index) => byte === 0xff && [0xc0, 0xc1, 0xc2].includes(file[index + 1]!));
    if (frame >= 0) for (const offset of [frame + 5, frame + 7]) write(offset, 'UInt16BE');
  } else if (head.includes('WEBPVP8X')) for (const offset of [24, 27]) write(offset, 'UInt16LE');
  else if (head.includes('WEBPVP8L')) write(21, 'UInt32LE');
  else if (head.includes('WEBPVP8 ')) for (const offset of [26, 28]) write(offset, 'UInt16LE', 16_383);
  else {
    const box = file.indexOf('ispe');
    if (box >= 0) for (const offset of [box + 8, box + 12]) write(offset, 'UInt32BE');
  }
  return file;
};

const harms: readonly Harm[] = [flipBits, changeBytes, changeHead, cutShort, cutOut, repeat, splice, lieAboutSize];

/** Corrects a PNG's checksums, so that decoders read the damage. Returns other files unchanged. */
function withRightChecks(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== '\x89PNG') return file;
  for (let offset = 8; offset + 12 <= file.length;) {
    const end = offset + 8 + file.readUInt32BE(offset);
    if (end + 4 > file.length) break;
    file.writeUInt32BE(crc32(file.subarray(offset + 4, end)), end);
    offset = end + 4;
  }
  return file;
}
