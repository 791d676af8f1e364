import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { minify, type Plugin } from 'vite';

const source = fileURLToPath(new URL('splash.js', import.meta.url));

/** What decides on the welcome stands in the page itself: nothing is painted before it has run, and a file of its own comes a round trip later. */
export function inlineSplash(): Plugin {
  return {
    name: 'mbari-inline-splash',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const { code } = await minify(source, await readFile(source, 'utf8'));
        return html.replace('<!-- splash script -->', () => `<script>${code}</script>`);
      },
    },
  };
}
