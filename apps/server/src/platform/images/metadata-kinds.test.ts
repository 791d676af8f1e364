import sharp from 'sharp';
import { expect, test } from 'vitest';
import { damaged } from '../../testing/damaged-images.ts';
import { photoFile, random } from '../../testing/image-files.ts';
import { metadataKinds } from './metadata-kinds.ts';

type Entry = [tag: number, value: number];

/** Builds a TIFF with chained directories; `at` is the offset of each. */
function exif(directories: Entry[][], { big = false, headed = true, chained = true } = {}): Buffer {
  const offsets = directories.map((_, index) => directories.slice(0, index).reduce((sum, { length }) => sum + 2 + length * 12 + 4, 8));
  const file = Buffer.alloc(directories.reduce((sum, { length }) => sum + 2 + length * 12 + 4, 8));
  const word = (value: number, offset: number): unknown => (big ? file.writeUInt16BE(value, offset) : file.writeUInt16LE(value, offset));
  const long = (value: number, offset: number): unknown => (big ? file.writeUInt32BE(value, offset) : file.writeUInt32LE(value, offset));
  file.write(big ? 'MM' : 'II', 'latin1');
  word(42, 2);
  long(8, 4);
  directories.forEach((entries, index) => {
    word(entries.length, offsets[index]!);
    entries.forEach(([tag, value], n) => {
      const entry = offsets[index]! + 2 + n * 12;
      word(tag, entry);
      word(4, entry + 2);
      long(1, entry + 4);
      long(value, entry + 8);
    });
    if (chained && offsets[index + 1] !== undefined) long(offsets[index + 1]!, offsets[index]! + 2 + entries.length * 12);
  });
  return headed ? Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), file]) : file;
}

const second = (entries: number): number => 8 + 2 + entries * 12 + 4;

test.each([
  ['nothing', {}, []],
  ['an orientation', { exif: exif([[[0x112, 6]]]) }, []],
  ['a maker', { exif: exif([[[0x10f, 0]]]) }, ['camera']],
  ['a maker in big-endian order', { exif: exif([[[0x110, 0]]], { big: true }) }, ['camera']],
  ['a maker without an Exif header', { exif: exif([[[0x10f, 0]]], { headed: false }) }, ['camera']],
  [
    'date and author',
    {
      exif: exif([
        [
          [0x132, 0],
          [0x13b, 0],
          [0x8298, 0],
        ],
      ]),
    },
    ['date', 'author'],
  ],
  ['an editing program', { exif: exif([[[0x131, 0]]]) }, ['other']],
  [
    'camera settings',
    {
      exif: exif(
        [
          [[0x8769, second(1)]],
          [
            [0x829a, 0],
            [0x9003, 0],
          ],
        ],
        { chained: false },
      ),
    },
    ['camera', 'date'],
  ],
  [
    'a location',
    {
      exif: exif(
        [
          [[0x8825, second(1)]],
          [
            [0, 0],
            [2, 0],
            [4, 0],
          ],
        ],
        { chained: false },
      ),
    },
    ['location'],
  ],
  ['only a GPS version', { exif: exif([[[0x8825, second(1)]], [[0, 0]]], { chained: false }) }, []],
  [
    'a thumbnail',
    {
      exif: exif([
        [[0x112, 1]],
        [
          [0x201, 0],
          [0x202, 0],
        ],
      ]),
    },
    ['thumbnail'],
  ],
  [
    'a directory that points to itself',
    {
      exif: exif([
        [
          [0x8769, 8],
          [0x10f, 0],
        ],
      ]),
    },
    ['camera'],
  ],
  ['an offset beyond the end', { exif: exif([[[0x8825, 2 ** 32 - 1]]]) }, []],
  ['no directory', { exif: Buffer.from('Exif\0\0nonsense') }, ['other']],
  ['no bytes', { exif: Buffer.alloc(0), xmp: Buffer.alloc(0), iptc: Buffer.alloc(0) }, ['other']],
  ['a location in XMP', { xmp: Buffer.from('<x exif:GPSLatitude="5,29N" photoshop:City="Owerri"/>') }, ['location']],
  [
    'all kinds in XMP',
    { xmp: Buffer.from('tiff:Make xmp:CreateDate dc:creator xmpGImg:image') },
    ['camera', 'date', 'author', 'thumbnail'],
  ],
  ['unknown XMP', { xmp: Buffer.from('<x:xmpmeta/>') }, ['other']],
  [
    'city and byline in IPTC',
    { iptc: iptc([2, 0, '\0\x04'], [2, 90, 'Owerri'], [2, 80, 'Ada'], [2, 55, '20260101']) },
    ['location', 'date', 'author'],
  ],
  ['a caption in IPTC', { iptc: iptc([2, 120, 'A wall']) }, ['other']],
  ['a comment', { comments: [{ keyword: '__proto__', text: '' }] }, ['other']],
  ['an author in a comment', { comments: [{ keyword: 'Author', text: 'Ada' }] }, ['author']],
] as const)('the kinds of metadata in an image with %s are found', (_what, data, kinds) => {
  expect(metadataKinds(data)).toEqual(kinds);
});

function iptc(...fields: [record: number, number: number, text: string][]): Buffer {
  const blocks = fields.map(([record, number, text]) =>
    Buffer.concat([Buffer.from([0x1c, record, number, 0, text.length]), Buffer.from(text, 'latin1')]),
  );
  return Buffer.concat([Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\0', 'latin1'), ...blocks]);
}

test('the metadata that the decoder finds in a photo is reported', async () => {
  const { exif: found, xmp } = await sharp(await photoFile()).metadata();
  expect(metadataKinds({ exif: found, xmp })).toEqual(['location', 'camera', 'author', 'other']);
});

test('arbitrary bytes never cause an error', () => {
  const good = [
    exif([
      [
        [0x10f, 0],
        [0x8769, second(3)],
        [0x8825, second(3)],
      ],
      [[0x9003, 0]],
      [[0x201, 0]],
    ]),
    exif([[[0x10f, 0]], [[0x201, 0]]], { big: true }),
    iptc([2, 90, 'Owerri'], [2, 120, 'A wall']),
    Buffer.from('exif:GPSLatitude dc:creator'),
  ];
  const next = random(7);
  for (let seed = 1; seed <= 5_000; seed += 1) {
    const noise = Buffer.from(Array.from({ length: Math.floor(next() * 200) }, () => Math.floor(next() * 256)));
    const bytes = seed % 3 === 0 ? Buffer.concat([Buffer.from(seed % 2 ? 'II' : 'MM'), noise]) : damaged(good, seed);
    try {
      for (const data of [{ exif: bytes }, { xmp: bytes }, { iptc: bytes }]) metadataKinds(data);
    } catch (error) {
      throw new Error(`seed ${seed}: ${bytes.toString('hex')}`, { cause: error });
    }
  }
});

test('a hundred thousand markers and endless directories are read quickly', () => {
  const marks = Buffer.alloc(500_000, Buffer.from([0x1c, 2, 90, 0, 0]));
  const loop = exif(Array.from({ length: 50 }, () => Array.from({ length: 500 }, (): Entry => [0x8769, 8])));
  expect(metadataKinds({ iptc: marks, exif: loop, xmp: Buffer.alloc(500_000, 'exif') })).toEqual(['location', 'thumbnail', 'other']);
});
