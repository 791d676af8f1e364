export type MetadataKind = 'location' | 'camera' | 'date' | 'author' | 'thumbnail' | 'other';

interface ImageMetadata {
  exif?: Buffer | undefined;
  xmp?: Buffer | undefined;
  iptc?: Buffer | undefined;
  comments?: readonly { keyword: string; text: string }[] | undefined;
}

const kinds: readonly MetadataKind[] = ['location', 'camera', 'date', 'author', 'thumbnail', 'other'];

/** Returns the kinds of metadata in an image, never the values. Reads only tags and offsets. Unreadable blocks are `other`. */
export function metadataKinds({ exif, xmp, iptc, comments = [] }: ImageMetadata): MetadataKind[] {
  const result = new Set<MetadataKind>();
  if (exif) for (const kind of kindsInExif(exif)) result.add(kind);
  if (xmp) for (const kind of kindsInXmp(xmp)) result.add(kind);
  if (iptc) for (const kind of kindsInIptc(iptc)) result.add(kind);
  for (const { keyword } of comments) result.add(commentKinds.get(keyword) ?? 'other');
  return kinds.filter((kind) => result.has(kind));
}

const tags = new Map<number, MetadataKind | 'plain'>([
  // Storage details without personal data.
  ...every('plain', [0x100, 0x101, 0x102, 0x103, 0x106, 0x112, 0x115, 0x11a, 0x11b, 0x11c, 0x128, 0x213, 0x214]),
  ...every('plain', [0x8769, 0x8825, 0xa005, 0x9000, 0x9101, 0xa000, 0xa001, 0xa002, 0xa003, 0xa500]),
  ...every('date', [0x132, 0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9290, 0x9291, 0x9292]),
  ...every('author', [0x13b, 0x8298, 0x9c9d, 0xa430]),
  ...every('camera', [0x10f, 0x110, 0x829a, 0x829d, 0x8822, 0x8827, 0x8830, 0x9201, 0x9202, 0x9203, 0x9204, 0x9205, 0x9207, 0x9208]),
  ...every('camera', [0x9209, 0x920a, 0x927c, 0xa217, 0xa402, 0xa403, 0xa404, 0xa405, 0xa406, 0xa431, 0xa432, 0xa433, 0xa434, 0xa435]),
]);

function every<Kind extends MetadataKind | 'plain'>(kind: Kind, of: readonly number[]): [number, Kind][] {
  return of.map((tag) => [tag, kind]);
}

/** Visits each TIFF directory once, and at most eight. */
function kindsInExif(exif: Buffer): Set<MetadataKind> {
  const result = new Set<MetadataKind>();
  const tiff = exif.subarray(exif.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0);
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return result.add('other');
  const word = (offset: number): number => (order === 'II' ? tiff.readUInt16LE(offset) : tiff.readUInt16BE(offset));
  const long = (offset: number): number => (order === 'II' ? tiff.readUInt32LE(offset) : tiff.readUInt32BE(offset));

  const waiting: { at: number; what: 'main' | 'thumbnail' | 'gps' }[] = [{ at: long(4), what: 'main' }];
  const visited = new Set<number>();
  for (let next = waiting.shift(); next && visited.size < 8; next = waiting.shift()) {
    const { at, what } = next;
    if (visited.has(at) || at < 8 || at + 2 > tiff.length) continue;
    visited.add(at);
    const count = Math.min(word(at), 1_000, Math.floor((tiff.length - at - 2) / 12));
    for (let entry = at + 2; entry < at + 2 + count * 12; entry += 12) {
      const tag = word(entry);
      if (what === 'thumbnail') result.add('thumbnail');
      else if (what === 'gps') {
        // GPS tag 0 is only a version.
        if (tag !== 0) result.add('location');
      } else {
        const kind = tags.get(tag) ?? 'other';
        if (kind !== 'plain') result.add(kind);
        if (tag === 0x8769) waiting.push({ at: long(entry + 8), what: 'main' });
        if (tag === 0x8825) waiting.push({ at: long(entry + 8), what: 'gps' });
      }
    }
    const end = at + 2 + count * 12;
    if (what === 'main' && visited.size === 1 && end + 4 <= tiff.length) waiting.push({ at: long(end), what: 'thumbnail' });
  }
  return result;
}

const xmpNames: readonly (readonly [MetadataKind, readonly string[]])[] = [
  [
    'location',
    ['exif:GPS', 'photoshop:City', 'photoshop:State', 'photoshop:Country', 'Iptc4xmpCore:Location', 'LocationShown', 'LocationCreated'],
  ],
  ['camera', ['tiff:Make', 'tiff:Model', 'aux:', 'exifEX:', 'exif:FNumber', 'exif:ExposureTime', 'exif:FocalLength']],
  ['date', ['xmp:CreateDate', 'xmp:ModifyDate', 'xmp:MetadataDate', 'photoshop:DateCreated', 'exif:DateTime', 'stEvt:when']],
  ['author', ['dc:creator', 'dc:rights', 'photoshop:Credit', 'photoshop:AuthorsPosition', 'Iptc4xmpCore:CreatorContactInfo', 'xmpRights:']],
  ['thumbnail', ['xmp:Thumbnails', 'xmpGImg:', 'xapGImg:']],
];

function kindsInXmp(xmp: Buffer): MetadataKind[] {
  const matches = xmpNames.flatMap(([kind, names]) => (names.some((name) => xmp.includes(name)) ? [kind] : []));
  return matches.length > 0 ? matches : ['other'];
}

const iptcKinds = new Map<number, MetadataKind>([
  ...every('location', [26, 27, 90, 92, 95, 100, 101]),
  ...every('date', [30, 35, 37, 38, 47, 55, 60, 62, 63]),
  ...every('author', [80, 85, 110, 115, 116, 118]),
]);

/** Searches for field markers, because formats wrap the fields differently. */
function kindsInIptc(iptc: Buffer): Set<MetadataKind> {
  const result = new Set<MetadataKind>();
  for (let offset = iptc.indexOf(0x1c); offset >= 0 && offset + 5 <= iptc.length;) {
    const length = iptc.readUInt16BE(offset + 3);
    const isField = iptc[offset + 1] === 2 && length < 0x8000 && offset + 5 + length <= iptc.length;
    // Field 0 is only a version.
    if (isField && iptc[offset + 2] !== 0) result.add(iptcKinds.get(iptc[offset + 2]!) ?? 'other');
    offset = iptc.indexOf(0x1c, isField ? offset + 5 + length : offset + 1);
  }
  return result.size > 0 ? result : result.add('other');
}

const commentKinds = new Map<string, MetadataKind>([
  ['Author', 'author'],
  ['Copyright', 'author'],
  ['Creation Time', 'date'],
  ['date:create', 'date'],
  ['date:modify', 'date'],
]);
