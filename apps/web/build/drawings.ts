import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { drawMural } from './draw-mural.ts';
import { splashMarkup } from './draw-splash.ts';
import { brushStrokePath, drawUli, markPath } from './draw-uli.ts';

/**
 * Draws what is drawn by code into `.cache/drawn` (imported as `~drawn/…`) and the splash into the page. `paths.txt` is what
 * src/drawings/paths.ts was copied from: strokes seen at once, which must not wait for a file of their own.
 */
export function drawings(): Plugin {
  let folder = '';
  return {
    name: 'mbari-drawings',
    async config(config) {
      folder = join(config.root ?? process.cwd(), '.cache', 'drawn');
      await mkdir(folder, { recursive: true });
      const { mural, strip } = drawMural();
      const files = {
        'mural.svg': mural,
        'mural-strip.svg': strip,
        'uli.svg': drawUli(),
        'paths.txt': `coil ${markPath()}\nstroke ${brushStrokePath()}\n`,
      };
      await Promise.all(Object.entries(files).map(([name, content]) => replaceFile(join(folder, name), content)));
      return { resolve: { alias: { '~drawn': folder } } };
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('<!-- splash drawing -->', splashMarkup()).replace('<!-- mark -->', mark()),
    },
  };
}

const mark = (): string =>
  `<svg width="28" height="28" viewBox="0 0 32 32" fill="currentColor" aria-hidden="true"><path d="${markPath()}"/></svg>`;

async function replaceFile(path: string, content: string): Promise<void> {
  const aside = `${path}.${process.pid}`;
  await writeFile(aside, content);
  await rename(aside, path);
}
