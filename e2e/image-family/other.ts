/** Encodes a BMP, which browsers draw and the server does not read, like ICO. */
export function bmp(width: number, height: number, at: (x: number, y: number) => readonly number[]): Buffer {
  const stride = Math.ceil((width * 3) / 4) * 4;
  const head = Buffer.alloc(54);
  head.write('BM', 'latin1');
  head.writeUInt32LE(54 + stride * height, 2);
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [r = 0, g = 0, b = 0] = at(x, y);
      rows.set([b, g, r], (height - 1 - y) * stride + x * 3);
    }
  return Buffer.concat([head, rows]);
}

export function ico(width: number, height: number, png: Buffer): Buffer {
  const head = Buffer.from([0, 0, 1, 0, 1, 0, width, height, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]);
  head.writeUInt32LE(png.length, 14);
  return Buffer.concat([head, png]);
}
