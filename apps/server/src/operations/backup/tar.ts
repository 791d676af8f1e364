/** Archives are plain tar (ustar): any `tar` lists and unpacks them. Every member is small enough to be kept in memory. */
const blockSize = 512;
export const largestMember = 64 * 1024 ** 2;
export const headerSize = blockSize;

const name = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/;

export interface TarHeader {
  name: string;
  size: number;
  /** Seconds since 1970. */
  time: number;
}

/** A file of mode 0600 that belongs to nobody in particular. */
export function tarHeader({ name: called, size, time }: TarHeader): Buffer {
  if (!name.test(called) || called.length > 100 || size > largestMember) throw new Error(`${called} cannot stand in an archive`);
  const header = Buffer.alloc(blockSize);
  const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');
  header.write(called, 0, 'latin1');
  header.write(`${octal(0o600, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0${octal(size, 11)}\0${octal(time, 11)}\0        0`, 100, 'latin1');
  header.write('ustar\u000000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\0 `, 148, 'latin1');
  return header;
}

/**
 * Null for anything but, byte for byte, a header that `tarHeader` makes: no links, no folders, no names that lead elsewhere, no
 * sizes beyond what is ever written, and no bit turned.
 */
export function readTarHeader(bytes: Buffer): TarHeader | null {
  const called = bytes.toString('latin1', 0, 100).replace(/\0.*$/s, '');
  const size = bytes.toString('latin1', 124, 135);
  const time = bytes.toString('latin1', 136, 147);
  if (!name.test(called) || !/^[0-7]{11}$/.test(size) || !/^[0-7]{11}$/.test(time)) return null;
  const header = { name: called, size: Number.parseInt(size, 8), time: Number.parseInt(time, 8) };
  return header.size <= largestMember && tarHeader(header).equals(bytes) ? header : null;
}

/** What fills a member's last block. */
export const paddingFor = (size: number): number => (blockSize - (size % blockSize)) % blockSize;

/** What stands after the last member. */
export const tarEnd = Buffer.alloc(2 * blockSize);
