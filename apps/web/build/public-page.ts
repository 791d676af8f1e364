import { build, type Plugin } from 'vite';
import { fonts } from './fonts.ts';
import { inlineScripts } from './inline-scripts.ts';
import { words } from './words.ts';

/**
 * Also builds `public-page.html`, the frame of the pages that the server writes for visitors. A build of its own, because a second page in the
 * app's build would move the app's entry code into a shared chunk.
 */
export function publicPage(locale: string): Plugin {
  return {
    name: 'mbari-public-page',
    apply: 'build',
    writeBundle: {
      // Before the files are compressed.
      order: 'pre',
      sequential: true,
      async handler({ dir }) {
        await build({
          configFile: false,
          root: `${import.meta.dirname}/..`,
          logLevel: 'warn',
          plugins: [words(locale), fonts(), inlineScripts()],
          build: {
            outDir: dir ?? 'dist',
            emptyOutDir: false,
            copyPublicDir: false,
            assetsInlineLimit: 0,
            modulePreload: false,
            rolldownOptions: {
              input: 'public-page.html',
              output: { hashCharacters: 'hex', assetFileNames: 'assets/[name]-[hash:7][extname]' },
            },
          },
        });
      },
    },
  };
}
