import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/**
 * Subsets the typefaces from their packages at build time, so that the repository has no font files.
 *
 * The packages' stylesheets list tone marks and letters in different slices, so a browser draws m̀ with
 * a system font. Here every Latin slice contains the marks and their positioning tables.
 */
export function fonts({ preloadsOnPhones = true } = {}): Plugin {
  let folder = '';
  return {
    name: 'mbari-fonts',
    async config(config) {
      // The stylesheet imports the generated files, so they must exist before Vite reads any stylesheet.
      folder = join(config.root ?? process.cwd(), '.cache', 'fonts');
      await mkdir(folder, { recursive: true });
      const rules = await Promise.all(faces.map((face) => cutFace(face, folder)));
      await writeAtomically(join(folder, 'fonts.css'), rules.join('\n'));
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const files = Object.keys(bundle ?? {}).filter((file) => /(?:display|serif|sans)-latin-[\w-]+\.woff2$/.test(file));
        // Preload after the code: the fonts arrive while it runs, before any text is painted.
        return files.map((file) => ({
          tag: 'link',
          injectTo: 'head',
          attrs: {
            rel: 'preload',
            href: `/${file}`,
            as: 'font',
            type: 'font/woff2',
            crossorigin: true,
            fetchpriority: 'low',
            // Phones show titles below 52 px, so they never use the display typeface.
            ...((file.includes('display-') || !preloadsOnPhones) && { media: '(min-width: 761px)' }),
          },
        }));
      },
    },
  };
}

interface Face {
  readonly name: string;
  readonly family: string;
  readonly source: string;
  readonly axes: Record<string, number | { min: number; max: number }>;
  /** Must be the same in every slice of a family. Otherwise a browser uses one slice for all letters. */
  readonly weight: string;
  readonly stretch?: string;
  readonly style?: 'italic';
  readonly ranges: string;
  /** Script without Latin tone marks. */
  readonly unmarked?: true;
  readonly sizeAdjust?: string;
}

const marks = 'U+300-301, U+303-304, U+308, U+323, U+329';
const latin =
  'U+20-7E, U+A0-FF, U+131, U+152-153, U+2BB-2BC, U+2C6, U+2DA, U+2DC, U+2013-2014, U+2018-201A, U+201C-201E, U+2020-2022, U+2026, U+2030, U+2032-2033, U+2039-203A, U+2044, U+20AC, U+2122, U+2190-2193, U+2212, U+2215';
/**
 * Letters of names in Yorùbá, Igbo and Hausa outside basic Latin. Nearly every page has some, and the slices are 2 KB each. Two slices,
 * because the packages have letters with a dot below in another file.
 */
export const nigerian = 'U+143-144, U+181, U+18A, U+1F8-1F9, U+253, U+257, U+1E3E-1E3F, U+1E44-1E45, U+1E62-1E63, U+20A6';
export const nigerianDotted = 'U+1EB8-1EB9, U+1ECA-1ECD, U+1EE4-1EE5';
/** Other African alphabets (ƙ ƴ ɛ ɔ ŋ ǎ ǔ). A separate slice halves the download for a page with one such name. */
const african =
  'U+100-101, U+112-113, U+11A-11B, U+128-12B, U+147-148, U+14A-14D, U+160-161, U+168-16B, U+17D-17E, U+186, U+189, U+18E-190, U+192, U+194, U+196-199, U+19D, U+1B2-1B4, U+1CD-1D4, U+1E6-1E7, U+1F4-1F5, U+232-233, U+254, U+256, U+259, U+25B, U+263, U+269, U+272, U+28B, U+1E0C-1E0D, U+1E24-1E25, U+1E32-1E37, U+1E40-1E43, U+1E46-1E47, U+1E5A-1E5D, U+1E6C-1E6D, U+20B5';
const european =
  'U+102-111, U+114-119, U+11C-127, U+12C-130, U+132-142, U+145-146, U+149, U+14E-151, U+154-15F, U+162-167, U+16C-17C, U+17F, U+1A0-1A1, U+1AF-1B0, U+1D5-1DC, U+1E8-1E9, U+200-21B, U+1E80-1E85, U+1E8E-1E8F, U+1E92-1E93';
const dotted = 'U+1EA0-1EB7, U+1EBA-1EC9, U+1ECE-1EE3, U+1EE6-1EF9, U+20AB';
/** Amharic, Tigrinya and related languages, which many desktops lack. Loaded only if a page has such text. */
const ethiopic = 'U+1200-1399, U+2D80-2DDE, U+AB01-AB2E';
const hausa = 'U+198-199, U+1B3-1B4';
/** Source Sans lacks ƙ Ƙ ƴ Ƴ, so Noto Sans provides them. */
const africanWithoutHausa = african.replace('U+196-199', 'U+196-197').replace('U+1B2-1B4', 'U+1B2');

/** Used from 52 px on. Below, its hairlines vanish on an ordinary screen. */
const display = { family: 'Mbari Display', axes: { wdth: 88, wght: 560 }, weight: '560' };
/**
 * Headings of 26 to 38 px, weight 600 to 640, width 82 %, titles on a phone 76 %. A fixed
 * weight of 620 looks like 600 and 640, and makes the file a fifth smaller.
 */
const serif = {
  family: 'Mbari Serif',
  axes: { wdth: { min: 76, max: 82 }, wght: 620 },
  weight: '600 640',
  stretch: '76% 82%',
};
const sans = { family: 'Mbari Sans', axes: { wght: { min: 400, max: 600 } }, weight: '400 600' };

type Family = Omit<Face, 'name' | 'source' | 'ranges'>;

/**
 * Returns the Latin slices of a family, from the packages' three files. If several slices contain a mark, a browser loads them from the last
 * slice backwards until one also has the base letter. So the most common slices are last.
 */
const latinSlices = (name: string, family: Family, sourceOf: (file: 'latin' | 'latin-ext' | 'vietnamese') => string): Face[] =>
  (
    [
      ['european', 'latin-ext', european],
      ['african', 'latin-ext', family === sans ? africanWithoutHausa : african],
      ['dotted', 'vietnamese', dotted],
      ['latin', 'latin', latin],
      ['nigerian', 'latin-ext', nigerian],
      ['nigerian-dotted', 'vietnamese', nigerianDotted],
    ] as const
  ).map(([slice, file, ranges]) => ({ ...family, name: `${name}-${slice}`, source: sourceOf(file), ranges }));

const displayFile = (file: string, style: string): string => `noto-serif-display/files/noto-serif-display-${file}-wdth-${style}.woff2`;

const faces: readonly Face[] = [
  ...latinSlices('display', display, (file) => displayFile(file, 'normal')),
  {
    ...display,
    name: 'italic-latin',
    style: 'italic',
    source: displayFile('latin', 'italic'),
    ranges: 'U+20-7E, U+A0, U+C0-FF, U+2019',
  },
  ...latinSlices('serif', serif, (file) => `noto-serif/files/noto-serif-${file}-wdth-normal.woff2`),
  {
    ...sans,
    name: 'sans-ethiopic',
    axes: { wght: { min: 400, max: 600 } },
    source: 'noto-sans-ethiopic/files/noto-sans-ethiopic-ethiopic-wght-normal.woff2',
    ranges: ethiopic,
    unmarked: true,
    sizeAdjust: '91%',
  },
  {
    ...sans,
    name: 'sans-hausa',
    axes: { wdth: 100, wght: { min: 400, max: 600 } },
    source: 'noto-sans/files/noto-sans-latin-ext-wdth-normal.woff2',
    ranges: hausa,
    sizeAdjust: '91%',
  },
  ...latinSlices('sans', sans, (file) => `source-sans-3/files/source-sans-3-${file}-wght-normal.woff2`),
];

const require = createRequire(import.meta.url);

async function cutFace(face: Face, folder: string): Promise<string> {
  const source = await readFile(require.resolve(`@fontsource-variable/${face.source}`));
  const key = createHash('sha256').update(source).update(JSON.stringify(face)).digest('hex').slice(0, 12);
  const ranges = face.unmarked ? face.ranges : `${face.ranges}, ${marks}`;
  const file = `${face.name}-${key}.woff2`;
  if (!existsSync(join(folder, file))) {
    const text = lettersOf(ranges);
    const cut = await subsetFont(source, text, { targetFormat: 'woff2', variationAxes: face.axes, noHinting: true });
    await writeAtomically(join(folder, file), cut);
  }
  return [
    '@font-face {',
    `  font-family: "${face.family}"; font-style: ${face.style ?? 'normal'}; font-weight: ${face.weight}; font-display: swap;`,
    ...(face.stretch === undefined ? [] : [`  font-stretch: ${face.stretch};`]),
    `  src: url("./${file}") format("woff2");`,
    `  unicode-range: ${ranges};`,
    ...(face.sizeAdjust === undefined ? [] : [`  size-adjust: ${face.sizeAdjust};`]),
    '}',
  ].join('\n');
}

function lettersOf(ranges: string): string {
  return ranges
    .split(', ')
    .flatMap((range) => {
      const [first = '', last = first] = range.replace('U+', '').split('-');
      const from = Number.parseInt(first, 16);
      return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, step) => String.fromCodePoint(from + step));
    })
    .join('');
}

/** Writes to a temporary file first, because two builds may run concurrently. */
async function writeAtomically(path: string, content: string | Buffer): Promise<void> {
  const aside = `${path}.${process.pid}`;
  await writeFile(aside, content);
  await rename(aside, path);
}
