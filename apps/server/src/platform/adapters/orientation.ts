/** Returns the EXIF orientation, 1 to 8, under the rules of browsers: one SHORT in the first directory. Otherwise returns 1. */
export function orientationIn(exif: Buffer): number {
  const tiff = exif.subarray(exif.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0);
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 10 || (order !== 'II' && order !== 'MM')) return 1;
  const word = (at: number): number => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number): number => (order === 'II' ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = long(4);
  if (word(2) !== 42 || directory + 2 > tiff.length) return 1;
  const count = Math.min(word(directory), Math.floor((tiff.length - directory - 2) / 12));
  for (let entry = directory + 2; entry < directory + 2 + count * 12; entry += 12) {
    if (word(entry) !== 0x112) continue;
    const value = word(entry + 8);
    return word(entry + 2) === 3 && long(entry + 4) === 1 && value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}
