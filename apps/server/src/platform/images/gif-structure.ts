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
  let at = 13 + tableLength(bytes[10]!);
  while (at < bytes.length && bytes[at] !== 0x3b) {
    const isFrame = bytes[at] === 0x2c;
    const fillsCanvas = isFrame && at + 10 <= bytes.length && fills(bytes, at + 1);
    if (isFrame) at += 10 + tableLength(bytes[at + 9] ?? 0) + 1;
    else at += 2;
    while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes[at]!;
    if (at >= bytes.length) return null;
    at += 1;
    if (isFrame) return { end: at, fillsCanvas };
  }
  return null;
}

const fills = (bytes: Buffer, at: number): boolean =>
  [0, 2].every((index) => bytes.readUInt16LE(at + index) === 0 && bytes.readUInt16LE(at + 4 + index) >= bytes.readUInt16LE(6 + index));

const tableLength = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

export const isGifCutOff = (bytes: Buffer): boolean => firstFrame(bytes) === null;

/** Appends a transparent frame if the first does not fill the canvas, because otherwise the decoder paints the rest black. */
export function gifWithTransparency(bytes: Buffer): Buffer {
  const frame = firstFrame(bytes);
  if (frame === null || frame.fillsCanvas) return bytes;
  return Buffer.concat([bytes.subarray(0, frame.end), clearFrame, bytes.subarray(frame.end)]);
}
