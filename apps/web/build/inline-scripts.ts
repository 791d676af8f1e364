import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { minify, type Plugin } from 'vite';
import { coilPath } from '../src/platform/site/paths.ts';

/** Inlines the pages' scripts and the splash's drawings, because separate files would arrive a round trip after the first paint. */
export function inlineScripts(): Plugin {
  return {
    name: 'mbari-inline-scripts',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const drawings = await Promise.all(['coil', 'bows', 'waves'].map(readDrawing));
        const scripts = await Promise.all(
          (['theme', 'splash', 'public'] as const).map(async (name) => [`<!-- ${name} script -->`, await readScript(name)] as const),
        );
        return scripts
          .reduce((page, [place, script]) => page.replace(place, () => script), html)
          .replace('<!-- splash drawing -->', drawings.join(''))
          .replace('<!-- mark -->', mark);
      },
    },
  };
}

const sources = { theme: 'theme.js', splash: 'splash.js', public: 'public-page.js' };

async function readScript(name: keyof typeof sources): Promise<string> {
  const source = fileURLToPath(new URL(sources[name], import.meta.url));
  const { code } = await minify(source, await readFile(source, 'utf8'));
  return `<script>${code.trim()}</script>`;
}

const mark = `<svg width="28" height="28" viewBox="0 0 32 32" fill="currentColor" aria-hidden="true"><path d="${coilPath}"/></svg>`;

const readDrawing = async (name: string): Promise<string> =>
  (await readFile(fileURLToPath(new URL(`../src/platform/site/splash-${name}.svg`, import.meta.url)), 'utf8')).trim();
