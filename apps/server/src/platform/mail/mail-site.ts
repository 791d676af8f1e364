import type { Config } from '../config.ts';
import type { Site } from '../site.ts';

export interface MailSite {
  publicUrl: URL;
  name: string;
  /** Null selects the default text in the reader's language. */
  tagline: string | null;
}

export const mailSite = ({ publicUrl }: Pick<Config, 'publicUrl'>, { name, tagline }: Pick<Site, 'name' | 'tagline'>): MailSite => ({
  publicUrl,
  name,
  tagline,
});
