import type { PublicSettings, SitePageName } from '@mbari/contract/site-settings';
import type { Languages } from './languages.ts';

/** What the product is called where nobody named the community. */
export const productName = 'Mbari';

/** Name, look and texts of the community: the settings of its admins, with the defaults of the environment. */
export interface Site extends Omit<PublicSettings, 'tagline'> {
  /** Raised by each change. */
  version: number;
  /** Null: the words of the reader's language. */
  tagline: string | null;
  logo: { id: string; width: number; height: number; widths: readonly number[] } | null;
  languages: Languages;
  pages: readonly SitePageName[];
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
