import type { Plugin } from 'vite';
import { phoneImageSizes } from '../src/features/wall/phone-image-sizes.ts';

type Bundle = NonNullable<Parameters<Extract<Plugin['transformIndexHtml'], { handler: unknown }>['handler']>[1]['bundle']>;

/** The screen that most people open, and its frame. */
const screens = ['src/pages/feed-page.tsx', 'src/shell/shell.tsx'];

/**
 * Whoever comes back to the feed waits for the entry, then for the screen's code, then for the posts, one after the other. A few
 * words in the page's head ask for all of them at once: the code by its addresses, the posts as `feed-queries.ts` takes them up. On a
 * phone they ask for the first picture, too, once the posts say which that is: as `wall-rows.tsx` will once its code has loaded.
 */
export function startEarly(): Plugin {
  return {
    name: 'mbari-start-early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const { scripts, sheets } = filesOf(bundle ?? {}, html);
        if (scripts.length === 0) throw new Error('start-early: the feed’s code was not found in the build');
        // Before any style sheet: a script behind one waits for it.
        return html.replace('<meta name="viewport"', `<script>${starter(scripts, sheets)}</script>\n    <meta name="viewport"`);
      },
    },
  };
}

const starter = (scripts: string[], sheets: string[]): string =>
  `(()=>{try{var s=localStorage,t=s.getItem("auth_token"),p=location.pathname;` +
  `if(!t||s.getItem("hasCompletedOnboarding")!="true"||p!="/"&&p!="/feed")return;` +
  `if(!location.search)window.mbariEarly={token:t,posts:fetch("/api/v1/photos",{headers:{accept:"application/json",authorization:"Bearer "+t}})` +
  `.then(r=>(r.ok&&innerWidth<560&&r.clone().json().then(a=>a.data.slice(0,1).map(({images:[i]})=>{var l=document.createElement("link"),k=i.srcset.avif?"avif":"webp";` +
  `l.rel="preload";l.as="image";l.type="image/"+k;l.imageSizes=${JSON.stringify(phoneImageSizes)};l.imageSrcset=i.srcset[k];l.fetchPriority="low";document.head.append(l)})).catch(()=>{}),r))` +
  `.catch(()=>null)};` +
  `${JSON.stringify(scripts)}.map(f=>add(f).rel="modulepreload");${JSON.stringify(sheets)}.map(f=>{var l=add(f);l.as="style";l.rel="preload"})}catch{}` +
  `function add(f){var l=document.createElement("link");l.crossOrigin="";l.href="/"+f;document.head.append(l);return l}})()`;

/** What the screens need and the page does not name itself. */
function filesOf(bundle: Bundle, html: string): { scripts: string[]; sheets: string[] } {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const scripts = new Set<string>();
  const sheets = new Set<string>();
  const add = (fileName: string) => {
    const chunk = chunks.find((one) => one.fileName === fileName);
    if (chunk === undefined || scripts.has(fileName)) return;
    scripts.add(fileName);
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) sheets.add(sheet);
    chunk.imports.forEach(add);
  };
  for (const chunk of chunks) if (screens.some((screen) => chunk.facadeModuleId?.endsWith(screen))) add(chunk.fileName);
  const unnamed = (file: string) => !html.includes(file);
  return { scripts: [...scripts].filter(unnamed), sheets: [...sheets].filter(unnamed) };
}
