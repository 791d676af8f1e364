import type { Languages } from './languages.ts';

/** What the product is called where nobody named the community. */
export const productName = 'Mbari';

/** How the community presents itself: what its admins set, and where they set nothing, what the environment says. */
export interface Site {
  /** Another one, and something is otherwise. */
  version: number;
  name: string;
  /** Null: the words of the reader's language. */
  tagline: string | null;
  /** `#rrggbb`, or null for the product's own. */
  accent: string | null;
  logo: { id: string; width: number; height: number; widths: readonly number[] } | null;
  pricingUrl: string;
  languages: Languages;
  pages: readonly ('about' | 'privacy')[];
}

/** The smallest stored form, which is sharp where it is shown. */
export function logoOf({ id, width, height, widths }: NonNullable<Site['logo']>): { url: string; width: number; height: number } {
  const kept = widths[0] ?? width;
  return { url: `/media/${id}/${kept}.webp`, width: kept, height: Math.max(1, Math.round((kept * height) / width)) };
}

/** Reads it for everybody: at most half a second old, whichever node changed it. */
export interface SiteSource {
  read(): Promise<Site>;
  /** As it was last known, where the database does not answer at once: for what is served without one. */
  known(): Promise<Site>;
  /** It was changed: the next read asks the database. */
  forget(): void;
}
