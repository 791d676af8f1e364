/** Frame of one transparent pixel, with its graphic control block. */
const clearFrame = Buffer.from([
  ...[0x21, 0xf9, 4, 1, 0, 0, 0, 0],
  ...[0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0],
  ...[2, 2, 0x44, 1, 0],
]);

interface FirstFrame {
  end: number;
  fillsCanvas: boolean;
}

/** Returns null if the file ends before its first frame does. */
function firstFrame(bytes: Buffer): FirstFrame | null {
  if (bytes.length < 13) return null;
  let offset = 13 + tableLength(bytes[10]!);
  while (offset < bytes.length && bytes[offset] !== 0x3b) {
    const isFrame = bytes[offset] === 0x2c;
    const fillsCanvas = isFrame && offset + 10 <= bytes.length && fills(bytes, offset + 1);
    if (isFrame) offset += 10 + tableLength(bytes[offset + 9] ?? 0) + 1;
    else offset += 2;
    while (offset < bytes.length && bytes[offset] !== 0) offset += 1 + bytes[offset]!;
    if (offset >= bytes.length) return null;
    offset += 1;
    if (isFrame) return { end: offset, fillsCanvas };
  }
  return null;
}

const fills = (bytes: Buffer, offset: number): boolean =>
  [0, 2].every(
    (index) => bytes.readUInt16LE(offset + index) === 0 && bytes.readUInt16LE(offset + 4 + index) >= bytes.readUInt16LE(6 + index),
  );

const tableLength = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

export const isGifCutOff = (bytes: Buffer): boolean => firstFrame(bytes) === null;

/** Appends a transparent frame if the first does not fill the canvas, because otherwise the decoder paints the rest black. */
export function gifWithTransparency(bytes: Buffer): Buffer {
  const frame = firstFrame(bytes);
  if (frame === null || frame.fillsCanvas) return bytes;
  return Buffer.concat([bytes.subarray(0, frame.end), clearFrame, bytes.subarray(frame.end)]);
}
