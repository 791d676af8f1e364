export interface GifFrame {
  left?: number;
  top?: number;
  width: number;
  height: number;
  /** Returns a pixel's palette index. */
  at: (x: number, y: number) => number;
  transparent?: number;
  disposal?: number;
  local?: readonly (readonly number[])[];
  interlaced?: boolean;
}

interface GifOptions {
  width: number;
  height: number;
  palette: readonly (readonly number[])[] | null;
  background?: number;
  frames: readonly GifFrame[];
  version?: '87a' | '89a';
  end?: boolean;
}

const word = (value: number): number[] => [value & 255, value >> 8];
const tableOf = (palette: readonly (readonly number[])[]): { bits: number; bytes: number[] } => {
  const bits = Math.max(1, Math.ceil(Math.log2(palette.length)));
  return { bits, bytes: Array.from({ length: 2 ** bits }, (_, index) => palette[index] ?? [0, 0, 0]).flat() };
};

export function gif({ width, height, palette, background = 0, frames, version = '89a', end = true }: GifOptions): Buffer {
  const table = palette && tableOf(palette);
  const out = [...Buffer.from(`GIF${version}`), ...word(width), ...word(height)];
  out.push(table ? 0x80 | (table.bits - 1) : 0, background, 0, ...(table?.bytes ?? []));
  for (const frame of frames) {
    if (version === '89a' && (frame.transparent !== undefined || frame.disposal !== undefined || frames.length > 1))
      out.push(0x21, 0xf9, 4, ((frame.disposal ?? 0) << 2) | (frame.transparent === undefined ? 0 : 1), 10, 0, frame.transparent ?? 0, 0);
    const local = frame.local && tableOf(frame.local);
    const flags = (local ? 0x80 | (local.bits - 1) : 0) | (frame.interlaced ? 0x40 : 0);
    out.push(
      0x2c,
      ...word(frame.left ?? 0),
      ...word(frame.top ?? 0),
      ...word(frame.width),
      ...word(frame.height),
      flags,
      ...(local?.bytes ?? []),
    );
    out.push(...imageData(frame, Math.max(2, (local ?? table)?.bits ?? 2)));
  }
  if (end) out.push(0x3b);
  return Buffer.from(out);
}

/** Encodes LZW, and clears the table before it would grow: simple, but larger than necessary. */
function imageData({ width, height, at, interlaced }: GifFrame, bits: number): number[] {
  const clear = 2 ** bits;
  const rows = interlaced
    ? [
        [0, 8],
        [4, 8],
        [2, 4],
        [1, 2],
      ].flatMap(([from = 0, step = 1]) => Array.from({ length: Math.max(0, Math.ceil((height - from) / step)) }, (_, n) => from + n * step))
    : Array.from({ length: height }, (_, y) => y);
  const pixels = rows.flatMap((y) => Array.from({ length: width }, (_, x) => at(x, y)));
  const bytes: number[] = [];
  let [byte, count] = [0, 0];
  const put = (code: number): void => {
    byte |= code << count;
    for (count += bits + 1; count >= 8; count -= 8) {
      bytes.push(byte & 255);
      byte >>= 8;
    }
  };
  pixels.forEach((pixel, index) => {
    if (index % (clear - 2) === 0) put(clear);
    put(pixel);
  });
  put(clear + 1);
  if (count > 0) bytes.push(byte & 255);
  const blocks = [bits];
  for (let from = 0; from < bytes.length; from += 255) {
    const block = bytes.slice(from, from + 255);
    blocks.push(block.length, ...block);
  }
  return [...blocks, 0];
}
