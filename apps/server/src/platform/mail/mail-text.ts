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

/** Inserts invisible joiners, because mail programs would link a typed `evil.example`. */
export const unlinkable = (typed: string): string => typed.replaceAll(/[.:/@\\]/g, '$&\u2060');

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character]!);
