import { riff } from '../../apps/server/src/testing/hostile-images.ts';

/** Edits of container formats: WebP (RIFF) and AVIF (ISO BMFF). */

export const webp = (...chunks: Buffer[]): Buffer => riff('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));

/** Returns the chunks of a WebP by name. */
export function chunksOf(file: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 12; at + 8 <= file.length;) {
    const length = file.readUInt32LE(at + 4);
    chunks.set(file.toString('latin1', at, at + 4), file.subarray(at + 8, at + 8 + length));
    at += 8 + length + (length % 2);
  }
  return chunks;
}

export function vp8x(flags: number, width: number, height: number): Buffer {
  const body = Buffer.alloc(10);
  body[0] = flags;
  body.writeUIntLE(width - 1, 4, 3);
  body.writeUIntLE(height - 1, 7, 3);
  return riff('VP8X', body);
}

/** Returns an AVIF with an additional image property, such as a rotation. */
export function withProperty(file: Buffer, property: Buffer, essential = true): Buffer {
  const changed = Buffer.from(file);
  const ipco = changed.indexOf('ipco') - 4;
  const ipma = changed.indexOf('ipma') - 4;
  const iprp = changed.indexOf('iprp') - 4;
  const meta = changed.indexOf('meta') - 4;
  const ipcoEnd = ipco + changed.readUInt32BE(ipco);
  const index = countBoxes(changed.subarray(ipco + 8, ipcoEnd)) + 1;
  // Version 0, small indexes: item count, then id, association count, associations.
  const associations = ipma + 12 + 4 + 2;
  const count = changed[associations]!;
  changed[associations] = count + 1;
  const grown = property.length + 1;
  changed.writeUInt32BE(changed.readUInt32BE(ipco) + property.length, ipco);
  changed.writeUInt32BE(changed.readUInt32BE(ipma) + 1, ipma);
  for (const at of [iprp, meta]) changed.writeUInt32BE(changed.readUInt32BE(at) + grown, at);
  shiftOffsets(changed, grown);
  const insertion = associations + 1 + count;
  return Buffer.concat([
    changed.subarray(0, ipcoEnd),
    property,
    changed.subarray(ipcoEnd, insertion),
    Buffer.from([index | (essential ? 0x80 : 0)]),
    changed.subarray(insertion),
  ]);
}

function countBoxes(bytes: Buffer): number {
  let count = 0;
  for (let at = 0; at + 8 <= bytes.length; at += bytes.readUInt32BE(at)) count += 1;
  return count;
}

function shiftOffsets(file: Buffer, by: number): void {
  const iloc = file.indexOf('iloc') - 4;
  const version = file[iloc + 8]!;
  const [offsetSize, lengthSize] = [file[iloc + 12]! >> 4, file[iloc + 12]! & 15];
  const [baseSize, indexSize] = [file[iloc + 13]! >> 4, file[iloc + 13]! & 15];
  if (offsetSize !== 4 || lengthSize !== 4 || version > 1) throw new Error(`iloc ${version} ${offsetSize} ${lengthSize}`);
  let at = iloc + 16;
  for (let items = file.readUInt16BE(iloc + 14); items > 0; items -= 1) {
    at += 2 + (version === 1 ? 2 : 0) + 2;
    if (baseSize === 4 && file.readUInt32BE(at) > 0) file.writeUInt32BE(file.readUInt32BE(at) + by, at);
    const hasBase = baseSize === 4 && file.readUInt32BE(at) > 0;
    at += baseSize;
    const extents = file.readUInt16BE(at);
    at += 2;
    for (let extent = 0; extent < extents; extent += 1) {
      at += version === 1 ? indexSize : 0;
      if (!hasBase) file.writeUInt32BE(file.readUInt32BE(at) + by, at);
      at += offsetSize + lengthSize;
    }
  }
}
