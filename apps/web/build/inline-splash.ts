import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { minify, type Plugin } from 'vite';
import { coilPath } from '../src/platform/site/paths.ts';

const source = fileURLToPath(new URL('splash.js', import.meta.url));

/** Inlines the splash's script and drawings, because separate files would arrive a round trip after the first paint. */
export function inlineSplash(): Plugin {
  return {
    name: 'mbari-inline-splash',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const { code } = await minify(source, await readFile(source, 'utf8'));
        const drawings = await Promise.all(['coil', 'bows', 'waves'].map(readDrawing));
        return html
          .replace('<!-- splash script -->', () => `<script>${code}</script>`)
          .replace('<!-- splash drawing -->', drawings.join(''))
          .replace('<!-- mark -->', mark);
      },
    },
  };
}

const mark = `<svg width="28" height="28" viewBox="0 0 32 32" fill="currentColor" aria-hidden="true"><path d="${coilPath}"/></svg>`;

const readDrawing = async (name: string): Promise<string> =>
  (await readFile(fileURLToPath(new URL(`../src/platform/site/splash-${name}.svg`, import.meta.url)), 'utf8')).trim();
