import type { Provider } from '@mbari/contract/platform/first-data';
import type { PublicSettings } from '@mbari/contract/platform/site-settings';
import type { Languages } from './languages.ts';

export const productName = 'Mbari';

export interface Site extends Omit<PublicSettings, 'tagline'> {
  version: number;
  /** Null selects the default text in the reader's language. */
  tagline: string | null;
  logo: { id: string; width: number; height: number; widths: readonly number[] } | null;
  languages: Languages;
  providers: Provider[];
}

/** Returns the smallest stored width, which is sharp at the displayed size. */
export function logoOf({ id, width, height, widths }: NonNullable<Site['logo']>): { url: string; width: number; height: number } {
  const smallest = widths[0] ?? width;
  return { url: `/media/${id}/${smallest}.webp`, width: smallest, height: Math.max(1, Math.round((smallest * height) / width)) };
}

/** Source of the settings, at most half a second old on every node. */
export interface SiteSource {
  read(): Promise<Site>;
  /** Returns the last known settings if the database does not answer immediately. */
  known(): Promise<Site>;
  forget(): void;
}
