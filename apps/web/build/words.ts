import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';
import { generateWords, type LocaleEntry } from '../../../packages/words/generator/generate.mjs';
import { fillPage, manifestIn, type PageLanguage } from './page-words.ts';

const folder = fileURLToPath(new URL('../../../packages/words', import.meta.url));
const manifestAddress = '/site.webmanifest';

/** Resolves imports of texts to this build's language. */
export function words(locale: string): Plugin {
  const locales = JSON.parse(readFileSync(`${folder}/locales/locales.json`, 'utf8')) as Record<string, LocaleEntry>;
  const entry = locales[locale];
  if (entry === undefined) throw new Error(`There are no words in “${locale}”, only in ${Object.keys(locales).join(', ')}.`);
  /** Source of the web manifest. Undefined during development, when Vite serves that file unchanged. */
  let manifest: string | undefined;
  return {
    name: 'mbari-words',
    enforce: 'pre',
    buildStart: () => void generateWords(),
    resolveId(source) {
      const subject = /^@mbari\/words\/([\w-]+)$/.exec(source)?.[1];
      if (subject === undefined || subject === 'locales') return undefined;
      return `${folder}/src/generated/${locale}/${subject}.ts`;
    },
    configResolved({ command, publicDir }) {
      if (command === 'build') manifest = readFileSync(`${publicDir}${manifestAddress}`, 'utf8');
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const language = await readLanguage(locale, entry.direction);
        const filled = fillPage(html, language);
        return manifest === undefined ? filled : filled.replace(manifestAddress, `/${manifestIn(manifest, language).address}`);
      },
    },
    async generateBundle() {
      if (manifest === undefined) return;
      const { address, text } = manifestIn(manifest, await readLanguage(locale, entry.direction));
      this.emitFile({ type: 'asset', fileName: address, source: text });
    },
    configureServer({ watcher }) {
      watcher.add(`${folder}/locales`);
      watcher.on('change', (file) => {
        if (file.startsWith(`${folder}/locales/`)) generateWords();
      });
    },
  };
}

async function readLanguage(locale: string, direction: PageLanguage['direction']): Promise<PageLanguage> {
  const parts = ['splash', 'sentences'].map((part) => runnerImport<PageLanguage['words']>(`${folder}/src/generated/${locale}/${part}.ts`));
  const [splash, sentences] = await Promise.all(parts);
  return { locale, direction, words: { ...splash!.module, ...sentences!.module } };
}
