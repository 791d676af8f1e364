export interface JpegStructure {
  /** Start of frame marker, which names the coding process. Null if the file ends before it. */
  frame: number | null;
  precision: number;
  components: number;
  end: number | null;
  /** The scans hold every component at full precision. */
  hasAllScans: boolean;
  /** The first profile, assembled as in browsers. */
  profile: Buffer | null;
  profileSegments: { from: number; to: number }[];
}

const iccName = Buffer.from('ICC_PROFILE\0', 'latin1');

export function readJpeg(bytes: Buffer): JpegStructure {
  const jpeg: JpegStructure = {
    frame: null,
    precision: 0,
    components: 0,
    end: null,
    hasAllScans: false,
    profile: null,
    profileSegments: [],
  };
  const parts: Buffer[] = [];
  const coverage = new ScanCoverage();
  let offset = 2;
  for (;;) {
    // Decoders skip bytes outside segments.
    while (offset < bytes.length && !(bytes[offset] === 0xff && isMarker(bytes[offset + 1]))) offset += 1;
    if (offset + 1 >= bytes.length) break;
    const marker = bytes[offset + 1]!;
    if (marker === 0xd9) {
      jpeg.end = offset;
      break;
    }
    if (offset + 4 > bytes.length) break;
    const to = offset + 2 + bytes.readUInt16BE(offset + 2);
    const body = bytes.subarray(offset + 4, to);
    if (isFrame(marker) && jpeg.frame === null && body.length >= 6) {
      Object.assign(jpeg, { frame: marker, precision: body[0], components: body[5] });
      coverage.begin(body, marker === 0xc2);
    } else if (marker === 0xda) coverage.add(body);
    else if (marker === 0xe2 && body.subarray(0, 12).equals(iccName) && jpeg.frame === null) {
      jpeg.profileSegments.push({ from: offset, to: Math.min(to, bytes.length) });
      parts.push(body.subarray(12));
    }
    offset = Math.max(to, offset + 2);
  }
  return { ...jpeg, hasAllScans: coverage.isWhole(), profile: assembled(parts) };
}

/** Excludes stuffed bytes and restart markers, which belong to the pixels, and 0xFF, which is padding. */
const isMarker = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0xc0 && byte !== 0xff && !(byte >= 0xd0 && byte <= 0xd8);
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Tracks which coefficients the scans have brought to full precision. */
class ScanCoverage {
  #wanted = new Map<number, Set<'dc' | 'ac'>>();

  begin(frame: Buffer, progressive: boolean): void {
    for (let offset = 6; offset + 3 <= frame.length; offset += 3)
      this.#wanted.set(frame[offset]!, new Set(progressive ? ['dc', 'ac'] : ['dc']));
  }

  add(scan: Buffer): void {
    const count = scan[0] ?? 0;
    const [start = 0, end = 0, bits = 0] = scan.subarray(1 + count * 2);
    if ((bits & 15) !== 0 && end !== 0xff && this.#isProgressive()) return;
    for (let index = 0; index < count; index += 1) {
      const missing = this.#wanted.get(scan[1 + index * 2]!);
      if (start === 0) missing?.delete('dc');
      if (end === 63) missing?.delete('ac');
    }
  }

  #isProgressive(): boolean {
    return [...this.#wanted.values()].some((bands) => bands.has('ac'));
  }

  isWhole(): boolean {
    return this.#wanted.size > 0 && [...this.#wanted.values()].every((bands) => bands.size === 0);
  }
}

function assembled(parts: readonly Buffer[]): Buffer | null {
  const count = parts[0]?.[1] ?? 0;
  const ordered = Array.from({ length: count }, (_, index) => parts.find((part) => part[0] === index + 1 && part[1] === count));
  if (count === 0 || ordered.includes(undefined)) return null;
  return Buffer.concat(ordered.map((part) => part!.subarray(2)));
}

export function withProfile(bytes: Buffer, { profileSegments }: JpegStructure, profile: Buffer): Buffer {
  const most = 65_000;
  const count = Math.ceil(profile.length / most);
  const segments = Array.from({ length: count }, (_, index) => {
    const part = profile.subarray(index * most, (index + 1) * most);
    const head = Buffer.from([0xff, 0xe2, 0, 0]);
    head.writeUInt16BE(2 + iccName.length + 2 + part.length, 2);
    return Buffer.concat([head, iccName, Buffer.from([index + 1, count]), part]);
  });
  const rest = profileSegments.map(({ to }, index) => bytes.subarray(to, profileSegments[index + 1]?.from ?? bytes.length));
  return Buffer.concat([bytes.subarray(0, 2), ...segments, bytes.subarray(2, profileSegments[0]?.from ?? bytes.length), ...rest]);
}
