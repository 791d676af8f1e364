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
          plugins: [words(locale), fonts({ preloadsOnPhones: false }), inlineScripts(), inlineStyle()],
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

/**
 * Puts the style into the page, because a separate file would delay the first photo by a round trip. Text never changes its typeface while it is read:
 * fonts that are late wait for the next page. Wide windows ask for them early. On phones, where they take longer than the photo, `public-page.js`
 * asks for them from the second page on.
 */
const inlineStyle = (): Plugin => ({
  name: 'mbari-inline-style',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/, (_, file: string) => {
        const style = bundle[file];
        if (style?.type !== 'asset') throw new Error('The page for visitors has no style.');
        delete bundle[file];
        const faces: string[] = [];
        const css = style.source.toString().replaceAll(/@font-face{[^}]*}/g, (face) => {
          // Few systems have a typeface for Ethiopic, so its letters appear late instead of never.
          if (face.includes('ethiopic')) return face;
          faces.push(face.replace('font-display:swap', 'font-display:optional'));
          return '';
        });
        return `<style data-fonts media="(min-width: 761px)">${faces.join('')}</style><style>${css.trim()}</style>`;
      }),
  },
});
