import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { generateWords, type LocaleEntry } from '../../../packages/words/generator/generate.mjs';

const folder = fileURLToPath(new URL('../../../packages/words', import.meta.url));
const english = '<html lang="en" dir="ltr">';

/** A build has one language: its screens import words by their subject, and get those of this locale. */
export function words(locale: string): Plugin {
  const locales = JSON.parse(readFileSync(`${folder}/locales/locales.json`, 'utf8')) as Record<string, LocaleEntry>;
  const entry = locales[locale];
  if (entry === undefined) throw new Error(`There are no words in “${locale}”, only in ${Object.keys(locales).join(', ')}.`);
  return {
    name: 'mbari-words',
    enforce: 'pre',
    buildStart: () => void generateWords(),
    resolveId(source) {
      const subject = /^@mbari\/words\/([\w-]+)$/.exec(source)?.[1];
      if (subject === undefined || subject === 'locales') return undefined;
      return `${folder}/src/generated/${locale}/${subject}.ts`;
    },
    transformIndexHtml: {
      order: 'pre',
      handler(html) {
        if (!html.includes(english)) throw new Error(`The page does not begin with ${english}`);
        return html.replace(english, `<html lang="${locale}" dir="${entry.direction}">`);
      },
    },
    configureServer({ watcher }) {
      watcher.add(`${folder}/locales`);
      watcher.on('change', (file) => {
        if (file.startsWith(`${folder}/locales/`)) generateWords();
      });
    },
  };
}
