import type { Image } from '@mbari/contract/shapes/photos';

/** One width of an image, in the formats that browsers choose from. */
export interface LightImage {
  /** Its place among the widths, ascending. */
  index: number;
  avif: string | undefined;
  webp: string;
  jpeg: string;
  /** Of the WebP, the larger of the two that are loaded; 0: not known. */
  bytes: number;
}

type Widths = Pick<Image, 'srcset' | 'bytes'>;

/** The place of the narrowest width that fills a box of these `sizes`, one pixel of the image for one of the page. */
export function lightIndexFor({ srcset: { webp } }: Pick<Image, 'srcset'>, sizes: string): number {
  const widths = entriesOf(webp).map(({ width }) => width);
  const wanted = pixelsOf(sizes);
  const index = widths.findIndex((width) => width >= wanted);
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

/** What `sizes` says last, where that is a length; else the box may be as wide as the window. */
const pixelsOf = (sizes: string): number => Number(/(?:^|\s)(\d+)px$/.exec(sizes)?.[1] ?? innerWidth);
