import type { Image } from '@mbari/contract/photos/posts';

/** One width of an image, in the formats that browsers choose from. */
export interface LightImage {
  index: number;
  avif: string | undefined;
  webp: string;
  jpeg: string;
  /** Size of the WebP, an upper bound for the AVIF; 0: unknown. */
  bytes: number;
}

type Widths = Pick<Image, 'srcset' | 'bytes'>;

/** Returns the index of the narrowest width that fills the box of `sizes` at one image pixel per CSS pixel. */
export function lightIndexFor({ srcset: { webp } }: Pick<Image, 'srcset'>, sizes: string): number {
  const widths = entriesOf(webp).map(({ width }) => width);
  const pixels = pixelsOf(sizes);
  const index = widths.findIndex((width) => width >= pixels);
  return index === -1 ? widths.length - 1 : index;
}

export function lightImage({ srcset, bytes }: Widths, index: number): LightImage {
  const address = (list: string | undefined) => (list === undefined ? undefined : entriesOf(list)[index]?.address);
  const webp = address(srcset.webp) ?? '';
  return { index, avif: address(srcset.avif), webp, jpeg: address(srcset.jpeg) ?? webp, bytes: bytes[index] ?? 0 };
}

const entriesOf = (srcset: string): { address: string; width: number }[] =>
  srcset.split(', ').map((entry) => {
    const [address = '', width = ''] = entry.split(' ');
    return { address, width: Number.parseInt(width, 10) };
  });

/** Last value of `sizes` if it is a pixel length, otherwise the window's width. */
const pixelsOf = (sizes: string): number => Number(/(?:^|\s)(\d+)px$/.exec(sizes)?.[1] ?? innerWidth);
