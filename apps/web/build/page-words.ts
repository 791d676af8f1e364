import { createHash } from 'node:crypto';
import type * as sentences from '@mbari/words/sentences';
import type * as words from '@mbari/words/splash';

export interface PageLanguage {
  locale: string;
  direction: 'ltr' | 'rtl';
  words: typeof words & Pick<typeof sentences, 'loadingExperience'>;
}

/** Replaces placeholders such as `{{skip}}` by translated texts. */
export function fillPage(html: string, { locale, direction, words }: PageLanguage): string {
  const inTag = (name: string) => (text: string) => ({ html: `<${name}>${escapeHtml(text)}</${name}>` });
  const tagline = words.tagline({ culture: inTag('em'), community: inTag('span'), creativity: inTag('em') });
  const texts: Record<string, string> = {
    language: `lang="${locale}" dir="${direction}"`,
    welcome: escapeHtml(words.welcome),
    tagline: tagline.map((part) => (typeof part === 'string' ? escapeHtml(part) : part.html)).join(''),
    description: escapeHtml(words.description),
    skip: escapeHtml(words.skip),
    forward: direction === 'rtl' ? '←' : '→',
    loading: escapeHtml(words.loadingExperience),
    needsJavaScript: escapeHtml(words.needsJavaScript),
  };
  return html.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const text = texts[name];
    if (text === undefined) throw new Error(`The page asks for “${name}”, which is none of its words`);
    return text;
  });
}

/** Returns the translated web app manifest and its hashed address. */
export function manifestIn(manifest: string, { locale, direction, words }: PageLanguage): { address: string; text: string } {
  const text = JSON.stringify({ ...(JSON.parse(manifest) as object), lang: locale, dir: direction, description: words.description });
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8);
  return { address: `assets/site-${hash}.webmanifest`, text };
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
