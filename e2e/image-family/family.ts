import sharp, { type Sharp } from 'sharp';
import { iccProfile, xyzTag } from '../../apps/server/src/platform/images/color-profiles.ts';
import { riff } from '../../apps/server/src/testing/hostile-images.ts';
import { box } from '../../apps/server/src/testing/image-files.ts';
import { chunksOf, vp8x, webp, withProperty } from './boxes.ts';
import { gif, type GifFrame } from './gif.ts';
import { adobe, iccSegment, iccSegments, jfif, jpeg, type JpegOptions, segment, yccOf } from './jpeg.ts';
import { bmp, ico } from './other.ts';
import { chrm, type Chunk, cicp, gama, iccp, numbers, pngFile, type PngOptions, srgb } from './png.ts';

export type Refusal = 'incomplete' | 'damaged' | 'unsupported' | 'not an image';

export interface FamilyFile {
  name: string;
  file: Buffer;
  /** If undefined, the server accepts the file and must render it as the browser does. */
  refused?: Refusal;
  /** Allowed difference in levels, if browser and server decode the file differently. */
  within?: number;
  /** Complete version of `file` for the browser, which would draw only a part of `file`. */
  whole?: Buffer;
}

const width = 192;
const height = 128;
const colors = [
  [220, 40, 41],
  [40, 170, 61],
  [40, 60, 209],
  [235, 209, 50],
  [130, 128, 126],
] as const;

/** Returns the index of one of four fields, or of a fifth in the middle. */
function fieldAt(x: number, y: number, across = width, down = height): number {
  if (Math.abs(x + 0.5 - across / 2) <= across / 6 && Math.abs(y + 0.5 - down / 2) <= down / 6) return 4;
  return (x < across / 2 ? 0 : 1) + (y < down / 2 ? 0 : 2);
}
const colorAt = (x: number, y: number): readonly number[] => colors[fieldAt(x, y)]!;
const grayAt = (x: number, y: number): readonly number[] => [[30, 100, 160, 220, 128][fieldAt(x, y)]!];
const cmykAt = (x: number, y: number): readonly number[] =>
  [
    [20, 220, 200, 10],
    [200, 30, 180, 40],
    [210, 190, 10, 0],
    [5, 20, 200, 30],
    [90, 90, 90, 100],
  ][fieldAt(x, y)]!;

function painted(at: (x: number, y: number) => readonly number[] = colorAt, across = width, down = height): Sharp {
  const channels = at(0, 0).length as 1 | 3 | 4;
  const data = Buffer.alloc(across * down * channels);
  for (let y = 0; y < down; y += 1) for (let x = 0; x < across; x += 1) data.set(at(x, y), (y * across + x) * channels);
  return sharp(data, { raw: { width: across, height: down, channels } });
}

/** Browsers interpolate CMYK profiles differently, and honor the limited range of an AVIF's alpha. */
const loose = new Map([
  ...['CMYK by Adobe', 'YCCK by Adobe', 'CMYK without Adobe'].map((name) => [`JPEG: ${name} with a profile`, 12] as const),
  ['JPEG: CMYK of sharp, with its profile', 21],
  ['AVIF: with alpha', 14],
]);

export async function imageFamily(): Promise<FamilyFile[]> {
  const profiles = await namedProfiles();
  const families = await Promise.all([
    jpegFiles(profiles),
    pngFiles(profiles),
    Promise.resolve(gifFiles()),
    webpFiles(profiles),
    avifFiles(profiles),
    otherFiles(),
  ]);
  return families.flat().map((one) => ({ ...one, ...(loose.has(one.name) && { within: loose.get(one.name)! }) }));
}

type Profiles = Record<'p3' | 'srgb' | 'cmyk' | 'gray' | 'broken' | 'empty', Buffer>;

async function namedProfiles(): Promise<Profiles> {
  const of = async (image: Sharp): Promise<Buffer> => (await sharp(await image.jpeg().toBuffer()).metadata()).icc!;
  const p3 = await of(painted().withIccProfile('p3'));
  return {
    p3,
    srgb: await of(painted().withIccProfile('srgb')),
    cmyk: await of(painted().toColourspace('cmyk').withIccProfile('cmyk')),
    gray: grayProfile(),
    broken: Buffer.concat([p3.subarray(0, 128), Buffer.alloc(p3.length - 128, 0x5a)]),
    empty: Buffer.alloc(0),
  };
}

/** Creates a gray profile with a gamma of 1.8. */
const grayProfile = (): Buffer =>
  iccProfile(
    [
      ['desc', Buffer.concat([Buffer.from('desc\0\0\0\0\0\0\0\x02g\0', 'latin1'), Buffer.alloc(78)])],
      ['wtpt', xyzTag([0.9642, 1, 0.8249])],
      ['kTRC', Buffer.from('curv\0\0\0\0\0\0\0\x01\x01\xcd\0\0', 'latin1')],
    ],
    { version: 2, space: 'GRAY' },
  );

interface ExifOptions {
  order?: 'MM' | 'II';
  type?: number;
  count?: number;
  /** Number of tags before the orientation. */
  more?: number;
  next?: boolean;
  offset?: number;
}

/** Creates a TIFF of one directory with an orientation. */
function exif(orientation: number, { order = 'MM', type = 3, count = 1, more = 0, next = false, offset = 8 }: ExifOptions = {}): Buffer {
  const little = order === 'II';
  const u16 = (value: number): Buffer => {
    const out = Buffer.alloc(2);
    if (little) out.writeUInt16LE(value);
    else out.writeUInt16BE(value);
    return out;
  };
  const u32 = (value: number): Buffer =>
    little ? Buffer.concat([u16(value & 65_535), u16(value >>> 16)]) : Buffer.concat([u16(value >>> 16), u16(value & 65_535)]);
  const value =
    type === 4 || type === 9
      ? u32(orientation)
      : type === 1
        ? Buffer.from([orientation, 0, 0, 0])
        : Buffer.concat([u16(orientation), u16(0)]);
  const entries = [
    ...Array.from({ length: more }, (_, n) => Buffer.concat([u16(0x100 + n), u16(3), u32(1), u16(7), u16(0)])),
    Buffer.concat([u16(0x112), u16(type), u32(count), value]),
  ];
  const directory = Buffer.concat([u16(entries.length), ...entries, u32(next ? offset + 2 + entries.length * 12 + 4 : 0)]);
  return Buffer.concat([Buffer.from(order), u16(42), u32(offset), Buffer.alloc(offset - 8), directory, ...(next ? [directory] : [])]);
}
const exifSegment = (...parameters: Parameters<typeof exif>): Buffer =>
  segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif(...parameters)]));

const afterStart = (file: Buffer, ...segments: Buffer[]): Buffer => Buffer.concat([file.subarray(0, 2), ...segments, file.subarray(2)]);
const part = (file: Buffer, share: number): Buffer => file.subarray(0, Math.floor(file.length * share));
const named = (kind: string, files: Record<string, Buffer>, refused?: Refusal): FamilyFile[] =>
  Object.entries(files).map(([name, file]) => ({ name: `${kind}: ${name}`, file, ...(refused && { refused }) }));

async function jpegFiles(profiles: Profiles): Promise<FamilyFile[]> {
  const taken: Record<string, Buffer> = {};
  for (const quality of [60, 90, 100])
    for (const chromaSubsampling of ['4:4:4', '4:2:0'])
      for (const progressive of [false, true])
        taken[`quality ${quality}, ${chromaSubsampling}${progressive ? ', progressive' : ''}`] = await painted()
          .jpeg({ quality, chromaSubsampling, progressive })
          .toBuffer();
  for (const [w, h] of [
    [64, 64],
    [193, 129],
    [40, 400],
    [400, 40],
    [127, 65],
  ] as const)
    taken[`${w} x ${h}`] = await painted((x, y) => colors[fieldAt(x, y, w, h)]!, w, h)
      .jpeg({ quality: 95, progressive: w % 2 === 1 })
      .toBuffer();
  taken['optimised by mozjpeg'] = await painted().jpeg({ mozjpeg: true, quality: 90 }).toBuffer();
  taken['grey'] = await painted(grayAt).toColourspace('b-w').jpeg().toBuffer();
  taken['grey, progressive'] = await painted(grayAt).toColourspace('b-w').jpeg({ progressive: true }).toBuffer();

  const own = (options: Partial<JpegOptions> = {}): Buffer => jpeg({ width, height, at: (x, y) => yccOf(colorAt(x, y)), ...options });
  for (const restart of [1, 2, 5, 12, 13, 1000]) taken[`restart markers every ${restart}`] = own({ restart });
  for (const scans of ['single', 'spectral'] as const)
    for (const restart of [0, 1, 7]) taken[`scans ${scans}, restart ${restart}`] = own({ scans, restart });
  const samplings: [number, number][][] = [
    [
      [2, 2],
      [1, 1],
      [1, 1],
    ],
    [
      [2, 1],
      [1, 1],
      [1, 1],
    ],
    [
      [1, 2],
      [1, 1],
      [1, 1],
    ],
    [
      [4, 1],
      [1, 1],
      [1, 1],
    ],
    [
      [4, 2],
      [1, 1],
      [1, 1],
    ],
    [
      [2, 2],
      [2, 1],
      [2, 1],
    ],
    [
      [1, 1],
      [2, 2],
      [2, 2],
    ],
  ];
  for (const sampling of samplings) {
    taken[`sampling ${sampling.join(' ')}`] = own({ sampling });
    taken[`sampling ${sampling.join(' ')}, scan by scan, restarts`] = own({ sampling, scans: 'single', restart: 3 });
    taken[`sampling ${sampling.join(' ')}, progressive`] = own({ sampling, scans: 'spectral' });
  }
  taken['grey sampled twice'] = own({ at: grayAt, sampling: [[2, 2]] });
  taken['grey, restarts'] = own({ at: grayAt, restart: 4 });
  // Color space markers.
  taken['no JFIF'] = own({ before: [] });
  taken['RGB by its ids'] = own({ before: [], at: colorAt, ids: [82, 71, 66] });
  taken['RGB by its ids, with JFIF'] = own({ ids: [82, 71, 66] });
  taken['Adobe, transform 0'] = own({ before: [adobe(0)], at: colorAt });
  taken['Adobe, transform 1'] = own({ before: [adobe(1)] });
  taken['JFIF and Adobe, transform 0'] = own({ before: [jfif, adobe(0)], at: colorAt });
  taken['ids 0, 1, 2'] = own({ before: [], ids: [0, 1, 2] });
  taken['ids 5, 6, 7'] = own({ before: [], ids: [5, 6, 7] });
  // CMYK and YCCK.
  const inverted = (x: number, y: number): number[] => cmykAt(x, y).map((value) => 255 - value);
  const ycck = (x: number, y: number): number[] => [...yccOf(cmykAt(x, y).slice(0, 3)), 255 - cmykAt(x, y)[3]!];
  for (const [name, before] of Object.entries({
    '': [],
    ' with a profile': [iccSegments(profiles.cmyk)],
    ' with a profile of RGB': [iccSegment(profiles.p3)],
    ' with a broken profile': [iccSegments(profiles.broken)],
  })) {
    taken[`CMYK by Adobe${name}`] = own({ before: [adobe(0), ...before], at: inverted });
    taken[`YCCK by Adobe${name}`] = own({ before: [adobe(2), ...before], at: ycck });
    taken[`CMYK without Adobe${name}`] = own({ before: [jfif, ...before], at: inverted });
  }
  taken['CMYK, scan by scan'] = own({ before: [adobe(0)], at: inverted, scans: 'single' });
  taken['CMYK, progressive'] = own({ before: [adobe(0)], at: inverted, scans: 'spectral' });
  taken['YCCK, sampled'] = own({
    before: [adobe(2)],
    at: ycck,
    sampling: [
      [2, 2],
      [1, 1],
      [1, 1],
      [2, 2],
    ],
  });
  taken['CMYK of sharp'] = await painted().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer();
  taken['CMYK of sharp, with its profile'] = await painted().toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 95 }).toBuffer();
  // Profiles.
  const gray = own({ at: grayAt });
  for (const [name, profile] of Object.entries(profiles)) {
    taken[`profile ${name}`] = own({ before: [jfif, iccSegments(profile)] });
    taken[`grey with profile ${name}`] = afterStart(gray, iccSegments(profile));
  }
  taken['half a profile'] = own({ before: [jfif, iccSegment(profiles.p3.subarray(0, 300))] });
  taken['a profile in two parts'] = own({
    before: [jfif, iccSegment(profiles.p3.subarray(0, 200), 1, 2), iccSegment(profiles.p3.subarray(200), 2, 2)],
  });
  taken['a profile whose second part lacks'] = own({ before: [jfif, iccSegment(profiles.p3.subarray(0, 200), 1, 2)] });
  taken['a profile in parts in the wrong order'] = own({
    before: [jfif, iccSegment(profiles.p3.subarray(200), 2, 2), iccSegment(profiles.p3.subarray(0, 200), 1, 2)],
  });
  taken['two profiles'] = own({ before: [jfif, iccSegment(profiles.p3), iccSegment(profiles.srgb)] });
  taken['P3 by sharp'] = await painted().withIccProfile('p3').jpeg({ quality: 95 }).toBuffer();
  // Orientation.
  const plain = own();
  for (let orientation = 1; orientation <= 8; orientation += 1)
    for (const order of ['MM', 'II'] as const)
      for (const type of [3, 4])
        taken[`orientation ${orientation} ${order} type ${type}`] = afterStart(plain, exifSegment(orientation, { order, type }));
  for (const type of [1, 8, 9]) taken[`orientation 6, type ${type}`] = afterStart(plain, exifSegment(6, { type }));
  for (const type of [1, 8, 9]) taken[`orientation 6, type ${type}, little`] = afterStart(plain, exifSegment(6, { type, order: 'II' }));
  for (const value of [0, 9, 255]) taken[`orientation ${value}`] = afterStart(plain, exifSegment(value));
  taken['orientation 6, count 2'] = afterStart(plain, exifSegment(6, { count: 2 }));
  taken['orientation 6, count 0'] = afterStart(plain, exifSegment(6, { count: 0 }));
  taken['orientation 6 behind other tags'] = afterStart(plain, exifSegment(6, { more: 5 }));
  taken['orientation 6 and a second directory'] = afterStart(plain, exifSegment(6, { next: true }));
  taken['orientation 6, directory further on'] = afterStart(plain, exifSegment(6, { offset: 30 }));
  taken['orientation 6 behind JFIF'] = own({ before: [jfif, exifSegment(6)] });
  taken['orientation 6 before the scan'] = own({ beforeScan: [exifSegment(6)] });
  taken['orientation 6, then 3'] = afterStart(plain, exifSegment(6), exifSegment(3));
  taken['orientation 1, then 6'] = afterStart(plain, exifSegment(1), exifSegment(6));
  taken['XMP, then orientation 6'] = afterStart(plain, segment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x/>')), exifSegment(6));
  taken['orientation 6 in XMP only'] = afterStart(
    plain,
    segment(
      0xe1,
      Buffer.from(
        'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6"/></rdf:RDF></x:xmpmeta>',
      ),
    ),
  );
  taken['orientation 6, CMYK'] = own({ before: [adobe(0), exifSegment(6)], at: inverted });
  taken['orientation 6, grey'] = afterStart(gray, exifSegment(6));
  taken['orientation 6, progressive'] = own({ before: [exifSegment(6)], scans: 'spectral' });
  taken['EXIF of no directory'] = afterStart(plain, segment(0xe1, Buffer.from('Exif\0\0MM\0*\0\0\0\x08', 'latin1')));
  taken['EXIF in neither order'] = afterStart(
    plain,
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0XX', 'latin1'), exif(6).subarray(2)])),
  );
  taken['EXIF without 42'] = afterStart(plain, segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0MM\0+', 'latin1'), exif(6).subarray(4)])));
  // Decoder warnings.
  for (const parameters of [
    [0, 63, 1],
    [0, 0, 0],
    [1, 63, 0],
    [0, 255, 0],
    [0, 62, 0],
    [0, 63, 0x10],
  ] as const)
    taken[`scan parameters ${parameters.join(' ')}`] = own({ scanParameters: parameters });
  taken['fill bytes before markers'] = own({ before: [Buffer.from([0xff, 0xff, 0xff]), jfif] });
  taken['bytes that belong to nothing before the tables'] = own({ before: [jfif, Buffer.from([1, 2, 3, 4])] });
  taken['bytes that belong to nothing before the scan'] = own({ beforeScan: [Buffer.from([1, 2, 3, 4])] });
  taken['a comment'] = own({ before: [jfif, segment(0xfe, Buffer.from('x'))] });
  taken['JFIF of version 3'] = own({ before: [segment(0xe0, Buffer.from('JFIF\0\x03\x01\0\0\x01\0\x01\0\0', 'latin1'))] });
  taken['JFIF too short'] = own({ before: [segment(0xe0, Buffer.from('JFIF\0\x01', 'latin1'))] });
  taken['JFIF with a thumbnail that lacks'] = own({
    before: [segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\x10\x10', 'latin1'))],
  });
  taken['Adobe too short'] = own({ before: [segment(0xee, Buffer.from('Adobe\0', 'latin1'))] });
  taken['Adobe, transform 5'] = own({ before: [adobe(5)] });
  taken['frame of an extended sequential'] = own({ frame: 0xc1 });
  taken['a restart interval of none'] = own({ before: [jfif, segment(0xdd, Buffer.from([0, 0]))] });
  taken['zeros behind the end'] = Buffer.concat([plain, Buffer.alloc(100)]);
  taken['another image behind the end'] = Buffer.concat([plain, gray]);
  taken['a page behind the end'] = Buffer.concat([plain, Buffer.from('<script>alert(1)</script>')]);
  taken['bytes between the scan and the end'] = Buffer.concat([plain.subarray(0, -2), Buffer.from([5, 6, 7, 8, 0xff, 0xd9])]);
  taken['two ends'] = Buffer.concat([plain, Buffer.from([0xff, 0xd9])]);
  taken['a restart marker lost'] = withoutMarker(own({ restart: 4 }), 0xd3);
  taken['restart markers in the wrong order'] = withMarker(own({ restart: 4 }), 0xd3, 0xd5);
  taken['a thumbnail inside its EXIF'] = afterStart(
    plain,
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif(1), gray])),
  );
  const withoutEnd = {
    plain: plain.subarray(0, -2),
    progressive: own({ scans: 'spectral' }).subarray(0, -2),
    'scan by scan': own({ scans: 'single' }).subarray(0, -2),
    'CMYK': taken['CMYK by Adobe']!.subarray(0, -2),
    grey: gray.subarray(0, -2),
    'with restarts': own({ restart: 3 }).subarray(0, -2),
    turned: taken['orientation 6 MM type 3']!.subarray(0, -2),
    'of sharp': taken['quality 90, 4:2:0']!.subarray(0, -2),
    'progressive of sharp': taken['quality 90, 4:4:4, progressive']!.subarray(0, -2),
  };
  const ended = Object.entries(withoutEnd).flatMap(([name, file]): FamilyFile[] => {
    const whole = Buffer.concat([file, Buffer.from([0xff, 0xd9])]);
    return [
      { name: `JPEG: no end marker, ${name}`, file, whole },
      { name: `JPEG: half an end marker, ${name}`, file: whole.subarray(0, -1), whole },
    ];
  });

  const rich = await painted((x, y) => colorAt(x, y).map((value) => Math.max(0, Math.min(255, value + ((x * 7 + y * 13) % 9) - 4))))
    .jpeg({ quality: 92 })
    .toBuffer();
  const cut: Record<string, Buffer> = {};
  const wholes = {
    own: plain,
    rich,
    progressive: await painted().jpeg({ progressive: true }).toBuffer(),
    'scan by scan': own({ scans: 'single' }),
    restarts: own({ restart: 5 }),
    CMYK: taken['CMYK by Adobe']!,
    grey: gray,
  };
  for (const [name, whole] of Object.entries(wholes)) {
    cut[`${name}, last 40 bytes`] = whole.subarray(0, -40);
    for (const share of [0.5, 0.8, 0.95]) cut[`${name}, ${share * 100} %`] = part(whole, share);
  }
  cut['cut and ended'] = Buffer.concat([part(rich, 0.7), Buffer.from([0xff, 0xd9])]);
  cut['cut inside its head'] = plain.subarray(0, 60);
  return [
    ...named('JPEG', taken),
    ...ended,
    ...named('JPEG cut off', cut, 'incomplete'),
    ...named(
      'JPEG refused',
      {
        arithmetic: own({ frame: 0xc9 }),
        lossless: own({ frame: 0xc3 }),
        '12 bits': own({ frame: 0xc1, precision: 12 }),
        hierarchical: own({ frame: 0xc5 }),
      },
      'unsupported',
    ),
  ];
}

function withMarker(file: Buffer, marker: number, other: number): Buffer {
  const changed = Buffer.from(file);
  const at = changed.indexOf(Buffer.from([0xff, marker]), changed.indexOf(Buffer.from([0xff, 0xda])));
  changed[at + 1] = other;
  return changed;
}
function withoutMarker(file: Buffer, marker: number): Buffer {
  const at = file.indexOf(Buffer.from([0xff, marker]), file.indexOf(Buffer.from([0xff, 0xda])));
  return Buffer.concat([file.subarray(0, at), file.subarray(at + 2)]);
}

const p3 = [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06] as const;
const adobeRgb = [0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06] as const;
const rec709 = [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06] as const;

async function pngFiles(profiles: Profiles): Promise<FamilyFile[]> {
  const taken: Record<string, Buffer> = {};
  const own = (options: Partial<PngOptions> = {}): Buffer => pngFile({ width, height, at: colorAt, ...options });
  const with_ = (...before: Chunk[]): Buffer => own({ before });
  const plte: Chunk = ['PLTE', Buffer.from(colors.flat())];
  const palette: Partial<PngOptions> = { type: 3, at: (x, y) => [fieldAt(x, y)] };
  const alphas = [255, 200, 128, 60, 0];
  const rgbaAt = (x: number, y: number): number[] => [...colorAt(x, y), alphas[fieldAt(x, y)]!];
  const wide = (at: (x: number, y: number) => readonly number[]) => (x: number, y: number) => at(x, y).map((value) => value * 257);
  for (const interlaced of [false, true]) {
    const how = interlaced ? ', interlaced' : '';
    for (const depth of [1, 2, 4, 8, 16] as const) {
      const most = 2 ** depth - 1;
      taken[`grey of ${depth} bits${how}`] = own({
        interlaced,
        depth,
        type: 0,
        at: (x, y) => [Math.round((grayAt(x, y)[0]! / 255) * most)],
      });
      taken[`grey of ${depth} bits, one transparent${how}`] = own({
        interlaced,
        depth,
        type: 0,
        at: (x, y) => [Math.round((grayAt(x, y)[0]! / 255) * most)],
        before: [['tRNS', Buffer.from([0, 0])]],
      });
    }
    for (const depth of [4, 8] as const) {
      taken[`palette of ${depth} bits${how}`] = own({ ...palette, interlaced, depth, before: [plte] });
      taken[`palette of ${depth} bits, transparent${how}`] = own({
        ...palette,
        interlaced,
        depth,
        before: [plte, ['tRNS', Buffer.from([255, 128, 0])]],
      });
    }
    taken[`palette of 1 bit${how}`] = own({
      type: 3,
      depth: 1,
      interlaced,
      at: (x, y) => [fieldAt(x, y) % 2],
      before: [['PLTE', Buffer.from(colors.slice(0, 2).flat())]],
    });
    taken[`RGB of 8 bits${how}`] = own({ interlaced });
    taken[`RGB of 16 bits${how}`] = own({ interlaced, depth: 16, at: wide(colorAt) });
    taken[`RGB, one colour transparent${how}`] = own({ interlaced, before: [['tRNS', Buffer.from([0, 220, 0, 40, 0, 41])]] });
    taken[`RGB of 16 bits, one colour transparent${how}`] = own({
      interlaced,
      depth: 16,
      at: wide(colorAt),
      before: [['tRNS', Buffer.from([220, 220, 40, 40, 41, 41])]],
    });
    taken[`grey with alpha${how}`] = own({ interlaced, type: 4, at: (x, y) => [grayAt(x, y)[0]!, alphas[fieldAt(x, y)]!] });
    taken[`grey with alpha of 16 bits${how}`] = own({
      interlaced,
      type: 4,
      depth: 16,
      at: wide((x, y) => [grayAt(x, y)[0]!, alphas[fieldAt(x, y)]!]),
    });
    taken[`RGBA${how}`] = own({ interlaced, type: 6, at: rgbaAt });
    taken[`RGBA of 16 bits${how}`] = own({ interlaced, type: 6, depth: 16, at: wide(rgbaAt) });
  }
  const kinds: Record<string, Partial<PngOptions>> = {
    RGB: {},
    grey: { type: 0, at: grayAt },
    palette: { ...palette, before: [plte] },
    RGBA: { type: 6, at: rgbaAt },
    'RGB of 16 bits': { depth: 16, at: wide(colorAt) },
    'grey of 16 bits': { type: 0, depth: 16, at: wide(grayAt) },
    'grey with alpha': { type: 4, at: (x, y) => [grayAt(x, y)[0]!, alphas[fieldAt(x, y)]!] },
    'grey of 4 bits': { type: 0, depth: 4, at: (x, y) => [Math.round(grayAt(x, y)[0]! / 17)] },
  };
  const chunks: Record<string, Chunk[]> = {
    'gAMA 1': [gama(1)],
    'gAMA 0.45455': [gama(0.45455)],
    'gAMA 0.55556': [gama(0.55556)],
    'gAMA 0.2': [gama(0.2)],
    'cHRM of P3': [chrm(...p3)],
    'cHRM of Adobe RGB and gAMA': [gama(0.45455), chrm(...adobeRgb)],
    'cICP of P3': [cicp(12, 13, 0, 1)],
    'cICP before iCCP': [cicp(12, 13, 0, 1), iccp(profiles.srgb)],
    'iCCP of P3': [iccp(profiles.p3)],
    'iCCP of grey': [iccp(profiles.gray)],
  };
  for (const [kind, options] of Object.entries(kinds))
    for (const [name, before] of Object.entries(chunks))
      taken[`${kind} with ${name}`] = own({ ...options, before: [...before, ...(options.before ?? [])] });
  Object.assign(taken, {
    'gAMA 0': with_(gama(0)),
    'gAMA 3': with_(gama(3)),
    'gAMA 0.01': with_(gama(0.01)),
    'gAMA 1, interlaced': own({ interlaced: true, before: [gama(1)] }),
    'sRGB': with_(srgb),
    'sRGB before gAMA': with_(srgb, gama(1)),
    'gAMA and sRGB behind it': with_(gama(1), srgb),
    'sRGB, gAMA and cHRM of P3': with_(srgb, gama(1), chrm(...p3)),
    'gAMA and iCCP': with_(gama(1), iccp(profiles.p3)),
    'iCCP and sRGB': with_(iccp(profiles.p3), srgb),
    'sRGB and iCCP': with_(srgb, iccp(profiles.p3)),
    'iCCP of sRGB': with_(iccp(profiles.srgb)),
    'broken iCCP': with_(iccp(profiles.broken)),
    'broken iCCP and gAMA': with_(iccp(profiles.broken), gama(1)),
    'empty iCCP and gAMA': with_(iccp(Buffer.alloc(0)), gama(1)),
    'iCCP that does not unpack, and gAMA': with_(['iCCP', Buffer.from('p\0\0abcdef', 'latin1')], gama(1)),
    'iCCP of inks': with_(iccp(profiles.cmyk)),
    'iCCP of inks and gAMA': with_(iccp(profiles.cmyk), gama(1)),
    'cHRM of sRGB and gAMA 1': with_(gama(1), chrm(...rec709)),
    'cHRM of P3 and gAMA 1': with_(gama(1), chrm(...p3)),
    'cHRM with no light': with_(chrm(0, 0, 0, 0, 0, 0, 0, 0)),
    'cHRM on a line': with_(chrm(0.3127, 0.329, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5)),
    'cHRM of another white': with_(chrm(0.3457, 0.3585, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)),
    'cICP of sRGB before gAMA': with_(cicp(1, 13, 0, 1), gama(1)),
    'gAMA, then cICP of sRGB': with_(gama(1), cicp(1, 13, 0, 1)),
    'cICP of BT.709': with_(cicp(1, 1, 0, 1)),
    'cICP of BT.2020': with_(cicp(9, 14, 0, 1)),
    'cICP of BT.2020, 12 bits': with_(cicp(9, 15, 0, 1)),
    'cICP linear': with_(cicp(1, 8, 0, 1)),
    'cICP of gamma 2.2': with_(cicp(1, 4, 0, 1)),
    'cICP of gamma 2.8': with_(cicp(1, 5, 0, 1)),
    'cICP of P3 for cinema': with_(cicp(11, 17, 0, 1)),
    'cICP of BT.601': with_(cicp(6, 6, 0, 1)),
    'cICP of BT.601 for PAL': with_(cicp(5, 6, 0, 1)),
    'cICP of a narrow range': with_(cicp(12, 13, 0, 0)),
    'cICP with a matrix': with_(cicp(12, 13, 1, 1)),
    'cICP of nothing known': with_(cicp(2, 2, 0, 1)),
    'cICP of nothing known, and gAMA': with_(cicp(2, 2, 0, 1), gama(1)),
    'cICP of primaries that are none': with_(cicp(99, 13, 0, 1)),
    'cICP too short': with_(['cICP', Buffer.from([12, 13])]),
    'gAMA behind the pixels': own({ after: [gama(1)] }),
    'gAMA too short': with_(['gAMA', Buffer.from([0, 1])]),
    'gAMA with a wrong check': wrongCheck(with_(gama(1)), 'gAMA'),
    'two gAMA': with_(gama(1), gama(0.45455)),
    'gAMA 1 behind PLTE': own({ ...palette, before: [plte, gama(1)] }),
    'bKGD': with_(['bKGD', Buffer.from([0, 255, 0, 0, 0, 0])]),
    'sBIT': with_(['sBIT', Buffer.from([5, 6, 5])]),
    'pHYs': with_(['pHYs', Buffer.concat([numbers(1000, 2000), Buffer.from([1])])]),
    'tEXt with a wrong check': wrongCheck(with_(['tEXt', Buffer.from('a\0b')]), 'tEXt'),
    'rows with a wrong check': own({ change: (data) => Buffer.concat([data.subarray(0, -4), Buffer.alloc(4)]) }),
    'rows without a check': own({ change: (data) => data.subarray(0, -4) }),
    'an end with a wrong check': wrongCheck(own(), 'IEND'),
    'transparency with a wrong check': wrongCheck(own({ ...palette, before: [plte, ['tRNS', Buffer.from([0])]] }), 'tRNS'),
    'a critical chunk that nobody knows': with_(['ABCD', Buffer.from('x')]),
    'a palette in RGB': with_(plte),
    'a chunk that nobody knows': with_(['abCd', Buffer.from('x')]),
    'an IHDR of pixels in small pieces': own({ split: 7 }),
    'a page behind the end': Buffer.concat([own(), Buffer.from('<script>alert(1)</script>')]),
    'no end chunk': own({ end: false }),
    'bytes behind the pixels': own({ change: (data) => Buffer.concat([data, Buffer.alloc(20)]) }),
    'a palette shorter than its indexes': own({ ...palette, before: [['PLTE', Buffer.from(colors.slice(0, 3).flat())]] }),
    'APNG': own({
      before: [
        ['acTL', numbers(2, 0)],
        ['fcTL', Buffer.concat([numbers(0, width, height, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])])],
      ],
    }),
  });
  for (let orientation = 1; orientation <= 8; orientation += 1)
    for (const order of ['MM', 'II'] as const) taken[`eXIf ${orientation} ${order}`] = with_(['eXIf', exif(orientation, { order })]);
  taken['eXIf 6 LONG'] = with_(['eXIf', exif(6, { type: 4 })]);
  taken['eXIf 6 behind the pixels'] = own({ after: [['eXIf', exif(6)]] });
  taken['eXIf 6 with its JPEG name'] = with_(['eXIf', Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif(6)])]);
  taken['eXIf 6 of sharp'] = await painted().withMetadata({ orientation: 6 }).png().toBuffer();

  const whole = own({ at: (x, y) => [...colorAt(x, y)].map((value) => (value + ((x * 31 + y * 17) % 3)) & 255) });
  const cut: Record<string, Buffer> = {};
  for (const share of [0.3, 0.6, 0.9]) cut[`${share * 100} %`] = part(whole, share);
  const laced = own({ interlaced: true, at: (x, y) => [...colorAt(x, y)].map((value) => (value + ((x * 31 + y * 17) % 3)) & 255) });
  for (const share of [0.3, 0.9]) cut[`interlaced, ${share * 100} %`] = part(laced, share);
  cut['with gAMA, 80 %'] = part(with_(gama(1)), 0.8);
  cut['last 40 bytes'] = whole.subarray(0, -40);
  const damaged = {
    'pixels with a wrong check': wrongCheck(own(), 'IDAT'),
    'a header with a wrong check': wrongCheck(own(), 'IHDR'),
    'a palette with a wrong check': wrongCheck(own({ ...palette, before: [plte] }), 'PLTE'),
    'rows that end early': own({ change: (data) => data.subarray(0, Math.floor(data.length / 2)) }),
    'rows that do not unpack': own({ change: (data) => Buffer.concat([data.subarray(0, 20), Buffer.alloc(data.length, 0xee)]) }),
  };
  return [...named('PNG', taken), ...named('PNG cut off', cut, 'incomplete'), ...named('PNG damaged', damaged, 'damaged')];
}

function wrongCheck(file: Buffer, name: string): Buffer {
  const changed = Buffer.from(file);
  const at = changed.indexOf(name);
  changed[at + 4 + changed.readUInt32BE(at - 4)]! ^= 0x55;
  return changed;
}

/** Positions of small first frames, each of which covers one of the five compared points. */
const framesAt = [
  [16, 12],
  [64, 44],
  [112, 76],
  [16, 76],
] as const;
const frameWidth = 64;
const frameHeight = 40;
const frameAt = (x: number, y: number): number =>
  x >= 8 && x < frameWidth - 8 && y >= 8 && y < frameHeight - 8 ? 4 : (x < frameWidth / 2 ? 0 : 1) + (y < frameHeight / 2 ? 0 : 2);

function gifFiles(): FamilyFile[] {
  const full: GifFrame = { width, height, at: fieldAt };
  const own = (frame: Partial<GifFrame> = {}, more: object = {}): Buffer =>
    gif({ width, height, palette: colors, frames: [{ ...full, ...frame }], ...more });
  const palette256 = Array.from({ length: 256 }, (_, n) => [n, (n * 3) & 255, 255 - n]);
  const taken: Record<string, Buffer> = {
    plain: own(),
    '87a': own({}, { version: '87a' }),
    interlaced: own({ interlaced: true }),
    'no trailer': own({}, { end: false }),
    'local palette': own({ local: colors }, { palette: null }),
    'local and global palette': own(
      { local: colors },
      {
        palette: [
          [0, 0, 0],
          [255, 255, 255],
        ],
      },
    ),
  };
  for (const background of [0, 1, 4]) taken[`background ${background}`] = own({}, { background });
  for (const transparent of [0, 1, 4, 7]) taken[`transparent ${transparent}`] = own({ transparent });
  for (const disposal of [0, 1, 2, 3]) taken[`disposal ${disposal}`] = own({ disposal });
  const small = { width: frameWidth, height: frameHeight, at: frameAt };
  for (const [left, top] of framesAt) {
    taken[`first frame at ${left}, ${top}`] = own({ ...small, left, top });
    taken[`first frame at ${left}, ${top}, background 1`] = own({ ...small, left, top }, { background: 1 });
    taken[`first frame at ${left}, ${top}, one transparent`] = own({ ...small, left, top, transparent: 1 });
    taken[`first frame at ${left}, ${top}, 256 colours`] = own({
      ...small,
      left,
      top,
      at: (x, y) => (y < 4 ? y * 64 + x : frameAt(x, y) * 50),
      local: palette256,
    });
    taken[`first frame at ${left}, ${top}, disposed`] = own({ ...small, left, top, disposal: 2 });
    taken[`first frame at ${left}, ${top}, animated`] = gif({ width, height, palette: colors, frames: [{ ...small, left, top }, full] });
    taken[`first frame at ${left}, ${top}, no trailer`] = own({ ...small, left, top }, { end: false });
  }
  taken['first frame reaches over the canvas'] = own({ ...small, left: 150, top: 100 });
  taken['first frame outside of the canvas'] = own({ ...small, left: 200, top: 140 });
  taken['first frame larger than the canvas'] = gif({ width: 120, height: 80, palette: colors, frames: [full] });
  taken['animated'] = gif({ width, height, palette: colors, frames: [full, { ...full, at: () => 4 }] });
  taken['animated, second transparent'] = gif({ width, height, palette: colors, frames: [full, { ...small, transparent: 0 }] });
  taken['a comment'] = Buffer.concat([own().subarray(0, -1), Buffer.from([0x21, 0xfe, 1, 65, 0, 0x3b])]);
  taken['a page behind the end'] = Buffer.concat([own(), Buffer.from('<script>')]);
  taken['animated, cut inside the second frame'] = part(gif({ width, height, palette: colors, frames: [full, full] }), 0.8);
  const cut: Record<string, Buffer> = {};
  for (const share of [0.3, 0.6, 0.9]) cut[`${share * 100} %`] = part(own(), share);
  for (const share of [0.5, 0.9]) cut[`interlaced, ${share * 100} %`] = part(own({ interlaced: true }), share);
  cut['first frame smaller, 80 %'] = part(own({ ...small, left: 20, top: 20 }), 0.8);
  return [...named('GIF', taken), ...named('GIF cut off', cut, 'incomplete')];
}

async function webpFiles(profiles: Profiles): Promise<FamilyFile[]> {
  const alphas = [255, 200, 128, 60, 0];
  const rgba = (): Sharp => painted((x, y) => [...colorAt(x, y), alphas[fieldAt(x, y)]!]);
  const taken: Record<string, Buffer> = {};
  for (const quality of [50, 90]) taken[`quality ${quality}`] = await painted().webp({ quality }).toBuffer();
  taken['lossless'] = await painted().webp({ lossless: true }).toBuffer();
  taken['nearly lossless'] = await painted().webp({ nearLossless: true }).toBuffer();
  taken['with alpha'] = await rgba().webp({ quality: 95 }).toBuffer();
  taken['lossless with alpha'] = await rgba().webp({ lossless: true }).toBuffer();
  taken['64 x 400'] = await painted((x, y) => colors[fieldAt(x, y, 64, 400)]!, 64, 400)
    .webp({ quality: 95 })
    .toBuffer();
  const image = riff('VP8 ', chunksOf(taken['quality 90']!).get('VP8 ')!);
  const lossless = riff('VP8L', chunksOf(taken['lossless']).get('VP8L')!);
  for (let orientation = 1; orientation <= 8; orientation += 1) {
    taken[`EXIF ${orientation}`] = webp(vp8x(8, width, height), image, riff('EXIF', exif(orientation)));
    taken[`EXIF ${orientation}, little, with its JPEG name`] = webp(
      vp8x(8, width, height),
      lossless,
      riff('EXIF', Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif(orientation, { order: 'II' })])),
    );
  }
  taken['EXIF 6 that its head does not tell of'] = webp(vp8x(0, width, height), image, riff('EXIF', exif(6)));
  taken['EXIF 6 before the image'] = webp(vp8x(8, width, height), riff('EXIF', exif(6)), image);
  for (const [name, profile] of Object.entries(profiles))
    taken[`profile ${name}`] = webp(vp8x(0x20, width, height), riff('ICCP', profile), lossless);
  taken['profile that its head does not tell of'] = webp(vp8x(0, width, height), riff('ICCP', profiles.p3), lossless);
  taken['a chunk that nobody knows'] = webp(vp8x(0, width, height), riff('abcd', Buffer.from('x')), lossless);
  taken['a page behind the end'] = Buffer.concat([taken['quality 90']!, Buffer.from('<script>')]);
  const small = await painted((x, y) => colors[frameAt(x, y)]!, frameWidth, frameHeight)
    .webp({ lossless: true })
    .toBuffer();
  const frame = (x: number, y: number, flags = 0): Buffer => {
    const head = Buffer.alloc(16);
    head.writeUIntLE(x / 2, 0, 3);
    head.writeUIntLE(y / 2, 3, 3);
    head.writeUIntLE(frameWidth - 1, 6, 3);
    head.writeUIntLE(frameHeight - 1, 9, 3);
    head.writeUIntLE(100, 12, 3);
    head[15] = flags;
    return riff('ANMF', Buffer.concat([head, riff('VP8L', chunksOf(small).get('VP8L')!)]));
  };
  for (const [x, y] of framesAt)
    for (const background of [0, 0xff0000ff, 0x80ff0000]) {
      const anim = Buffer.alloc(6);
      anim.writeUInt32LE(background);
      taken[`animated, first frame at ${x}, ${y}, background ${background.toString(16)}`] = webp(
        vp8x(2, width, height),
        riff('ANIM', anim),
        frame(x, y),
        frame(0, 0),
      );
      taken[`animated with alpha, first frame at ${x}, ${y}, background ${background.toString(16)}`] = webp(
        vp8x(0x12, width, height),
        riff('ANIM', anim),
        frame(x, y, 2),
        frame(0, 0, 1),
      );
    }
  const cut: Record<string, Buffer> = {};
  for (const name of ['quality 90', 'lossless', 'with alpha', 'EXIF 6', 'profile p3'])
    for (const share of [0.4, 0.8]) cut[`${name}, ${share * 100} %`] = part(taken[name]!, share);
  return [...named('WebP', taken), ...named('WebP cut off', cut, 'incomplete')];
}

async function avifFiles(profiles: Profiles): Promise<FamilyFile[]> {
  const alphas = [255, 200, 128, 60, 0];
  const taken: Record<string, Buffer> = {};
  const options = { quality: 90, effort: 0 } as const;
  const plain = await painted()
    .avif({ ...options, chromaSubsampling: '4:4:4' })
    .toBuffer();
  taken['4:4:4'] = plain;
  taken['4:2:0'] = await painted()
    .avif({ ...options, chromaSubsampling: '4:2:0' })
    .toBuffer();
  taken['lossless'] = await painted().avif({ lossless: true, effort: 0 }).toBuffer();
  taken['10 bits'] = await painted()
    .avif({ ...options, bitdepth: 10 })
    .toBuffer();
  taken['12 bits'] = await painted()
    .avif({ ...options, bitdepth: 12 })
    .toBuffer();
  taken['with alpha'] = await painted((x, y) => [...colorAt(x, y), alphas[fieldAt(x, y)]!])
    .avif(options)
    .toBuffer();
  taken['grey'] = await painted(grayAt).toColourspace('b-w').avif(options).toBuffer();
  taken['odd sides'] = await painted((x, y) => colors[fieldAt(x, y, 193, 129)]!, 193, 129)
    .avif(options)
    .toBuffer();
  taken['P3'] = await painted().withIccProfile('p3').avif(options).toBuffer();
  for (const orientation of [1, 3, 6, 8])
    taken[`EXIF ${orientation} of sharp`] = await painted().withMetadata({ orientation }).avif(options).toBuffer();
  for (const angle of [0, 1, 2, 3]) taken[`turned by ${angle * 90}`] = withProperty(plain, box('irot', Buffer.from([angle])));
  for (const axis of [0, 1]) taken[`mirrored at axis ${axis}`] = withProperty(plain, box('imir', Buffer.from([axis])));
  for (const angle of [1, 2, 3])
    for (const axis of [0, 1])
      taken[`turned by ${angle * 90}, then mirrored at axis ${axis}`] = withProperty(
        withProperty(plain, box('irot', Buffer.from([angle]))),
        box('imir', Buffer.from([axis])),
      );
  taken['profile p3 by hand'] = withProperty(withoutColor(plain), box('colr', Buffer.concat([Buffer.from('prof'), profiles.p3])), false);
  const nclx = (primaries: number, transfer: number): Buffer => {
    const body = [0, primaries, 0, transfer, 0, 6, 0x80];
    const changed = Buffer.from(plain);
    const at = changed.indexOf('nclx');
    if (at < 0) return withProperty(plain, box('colr', Buffer.concat([Buffer.from('nclx'), Buffer.from(body)])), false);
    changed.set(body, at + 4);
    return changed;
  };
  taken['colours of P3'] = nclx(12, 13);
  taken['colours of BT.709'] = nclx(1, 1);
  taken['colours of BT.2020'] = nclx(9, 14);
  taken['linear colours'] = nclx(1, 8);
  taken['colours unknown'] = nclx(2, 2);
  const cut: Record<string, Buffer> = {};
  for (const share of [0.5, 0.9]) cut[`${share * 100} %`] = part(plain, share);
  return [...named('AVIF', taken), ...named('AVIF cut off', cut, 'incomplete')];
}

const withoutColor = (file: Buffer): Buffer => {
  const changed = Buffer.from(file);
  const at = changed.indexOf('colr');
  if (at >= 0) changed.write('free', at, 'latin1');
  return changed;
};

async function otherFiles(): Promise<FamilyFile[]> {
  const drawn = await painted().png().toBuffer();
  const large = await painted((x, y) => colors[fieldAt(x, y, 640, 400)]!, 640, 400)
    .png()
    .toBuffer();
  return [
    ...named(
      'other',
      {
        BMP: bmp(width, height, colorAt),
        ICO: ico(width, height, drawn),
        TIFF: await painted().tiff().toBuffer(),
      },
      'unsupported',
    ),
    ...named(
      'other',
      {
        text: Buffer.from('Not an image at all, but words.'),
        HTML: Buffer.from('<!doctype html><p>x'),
        SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="96" height="64"><rect width="96" height="64"/></svg>'),
      },
      'not an image',
    ),
    { name: 'other: PNG of 640 px', file: large },
  ];
}
