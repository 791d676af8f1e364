import { minify, type Plugin } from 'vite';
import { firstDataId } from '../../../packages/contract/src/platform/first-data.ts';
import * as limits from '../../../packages/contract/src/platform/limits.ts';
import { seeded } from '../src/photos/feed/seeded.ts';
import { imageSizesInViewer } from '../src/photos/posts/image-sizes-in-viewer.ts';
import { phoneImageSizes, rowImageSizes, stripHeight } from '../src/photos/wall/phone-image-sizes.ts';
import { lessDataKey } from '../src/platform/lib/stored-session.ts';
import { nigerian, nigerianDotted } from './fonts.ts';

type Bundle = NonNullable<Parameters<Extract<Plugin['transformIndexHtml'], { handler: unknown }>['handler']>[1]['bundle']>;

interface Screen {
  path: string;
  page: string;
  /** The page's first requests; `$1` is the captured part of its address. */
  asks: string[];
}

const frame = 'src/shell/shell.tsx';
const visitorFrame = 'src/shell/visitor-shell.tsx';
/** Screens that members open by their address. The last screen also opens for visitors. */
const screens: Screen[] = [
  { path: '^/(?:feed)?$', page: 'src/pages/feed-page.tsx', asks: ['photos'] },
  { path: '^/discover$', page: 'src/pages/discover-page.tsx', asks: ['photos', `photos/trending?limit=${limits.trendingOnDiscover}`] },
  { path: '^/users$', page: 'src/pages/users-page.tsx', asks: ['users', 'me/suggestions'] },
  { path: '^/post/([\\w-]+)$', page: 'src/pages/post-page.tsx', asks: ['photos/$1'] },
  { path: '^/user/([\\w.]+)$', page: 'src/pages/user-page.tsx', asks: ['users/$1'] },
];

/** Entry pages for visitors; members are redirected to the first screen. */
const entrances = [
  { path: '^/(?:login|feed|discover|users|post/[\\w-]+)?$', page: 'src/pages/login-page.tsx' },
  { path: '^/register$', page: 'src/pages/register-page.tsx' },
];

/**
 * Adds a script to the page's head that requests the screen's chunk and data in parallel with the entry chunk.
 * `early-answer.ts` uses the data. The script also preloads the first image of a post and, on phones, of the feed, of Discover's trending
 * posts and of a profile's gallery. Discover's other wall leaves out the trending posts, so its first image is not known here. For
 * visitors who are redirected to sign in, the script preloads that screen's code and its mural.
 */
export function startEarly(): Plugin {
  return {
    name: 'mbari-start-early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle }) => {
        // Insert after a public page's data but before any style sheet: later scripts wait for style sheets.
        const after = /<meta name="description"[^>]*>/.exec(html)?.[0];
        if (after === undefined) throw new Error('start-early: the page has no description');
        const { code } = await minify('start-early.js', starter(bundle ?? {}, html));
        return largestFirst(html).replace(after, () => `${after}\n    <script>${code.trim()}</script>`);
      },
    },
  };
}

/** The page lists its files in import order. Moves React, the largest, to the front, because files share the connection. */
function largestFirst(html: string): string {
  const react = /\s*<link rel="modulepreload"[^>]*\/react-[^>]*>/.exec(html)?.[0];
  if (react === undefined) throw new Error('start-early: the page does not preload React');
  return html.replace(react, '').replace(/\s*<script type="module"/, (script) => react + script);
}

const short = (made: (...given: never[]) => unknown): string => made.toString().replaceAll(/\s+/g, ' ');

function starter(bundle: Bundle, html: string): string {
  const files: string[] = [];
  const known = (file: string): number => {
    if (!files.includes(file)) files.push(file);
    return files.indexOf(file);
  };
  const filesFor = (...sources: string[]): number[] => filesOf(bundle, html, sources).map(known);
  const table = screens.map(({ path, page, asks }) => [path, asks, filesFor(page, frame)]);
  const forVisitors = filesFor(screens.at(-1)!.page, frame, visitorFrame);
  const [mural, strip] = ['mural', 'mural-strip'].map((name) => known(imageNamed(bundle, name)));
  const slices = letters.map(({ range, slice }) => [range, filesNamed(bundle, slice).map(known)] as const);
  const lettersTable = `[${slices.map(([range, found]) => `[/[${range}]/,${JSON.stringify(found)}]`).join(',')}]`;
  const entranceTable = entrances.map(({ path, page }) => [path, filesFor(page)]);
  return (
    `(()=>{var chance=${short(seeded)},sizes=${short(rowImageSizes)};try{var s=localStorage,t=s.getItem("auth_token"),p=location.pathname,d=document,c=navigator.connection,k=s.getItem(${JSON.stringify(lessDataKey)}),less=k?k=="yes":c&&c.saveData,` +
    `of=l=>l.map(r=>[p.match(r[0]),r]).find(r=>r[0]),m=of(${JSON.stringify(table)}),g;` +
    `if(!t&&(g=of(${JSON.stringify(entranceTable)})))return load(g[1][1].concat(matchMedia("(max-width: 760px)").matches?${strip}:${mural}));` +
    `if(!m)return;var[b,[,u,n]]=m;` +
    `if(!t){n=${JSON.stringify(forVisitors)}}else if(s.getItem("hasCompletedOnboarding")!="true")return;` +
    `var e=d.getElementById(${JSON.stringify(firstDataId)});if(e){e=JSON.parse(e.textContent);e.image?t&&post(e.image):gallery(e.profile)}` +
    // Data before code: a browser opens six connections, and data are small.
    `if(t&&!location.search){window.mbariEarly={token:t,answers:{}};u.map(a=>{a="/api/v1/"+a.replace("$1",b[1]);` +
    `mbariEarly.answers[a]=fetch(a,{headers:{accept:"application/json",authorization:"Bearer "+t}})` +
    `.then(r=>(r.ok&&!e&&r.clone().json().then(j=>first(j.data,/trending/.test(a))).catch(()=>{}),r)).catch(()=>null)})}` +
    // Loads the fonts for unusual letters of the page's title in parallel with the code, because the title is painted first.
    `load(n);${lettersTable}.map(([r,n])=>r.test(d.title)&&load(n))}catch{}` +
    `function load(n){n.map(i=>{var f=${JSON.stringify(files)}[i],l=d.createElement("link"),a=/css$/.test(f)?"style":/svg$/.test(f)?"image":/2$/.test(f)?"font":0;` +
    `if(a!="image")l.crossOrigin="";else l.fetchPriority="high";if(a=="font")l.fetchPriority="low";if(a)l.as=a;l.rel=a?"preload":"modulepreload";l.href="/"+f;d.head.append(l)})}` +
    `function first(o,g){if(/^.post/.test(p))post(o.images[0]);else if(/^.user/.test(p))gallery(o);else if(innerWidth<560&&(g||!/^.dis/.test(p))){` +
    `if(g){var z=chance(Math.floor(Date.now()/${limits.trendingOrderTtl})),h,w;o.forEach(x=>{w=x.likes_count*${limits.trendingLike}+x.comments_count*${limits.trendingComment}+z()*${limits.trendingRandom};if(!(w<=h)){h=w;o=x}})}else o=o[0];` +
    `o=o.images[0];image(o,g?sizes(o,${stripHeight}):${JSON.stringify(phoneImageSizes)},g?"high":"low")}}` +
    `function post(i){image(i,${JSON.stringify(imageSizesInViewer)}.replace("{height}",Math.round(i.width/i.height*88)),"high")}` +
    `function gallery(o){var c=o.customisation,i=c.pinned.concat(o.photos)[0];if(i&&innerWidth<560&&!c.cover&&!location.search)i=i.images[0],image(i,sizes(i),"high")}` +
    `function image(i,s,y){if(less)return;var l=d.createElement("link"),k=i.srcset.avif?"avif":"webp";l.imageSizes=s;l.fetchPriority=y;` +
    `l.rel="preload";l.as="image";l.type="image/"+k;l.imageSrcset=i.srcset[k];d.head.append(l)}})()`
  );
}

function imageNamed(bundle: Bundle, name: string): string {
  const image = Object.keys(bundle).find((file) => new RegExp(`/${name}-\\w+\\.svg$`).test(file));
  if (image === undefined) throw new Error(`start-early: the image ${name} was not found in the build`);
  return image;
}

const letters = [
  { slice: 'nigerian-(?!dotted)', range: patternOf(nigerian) },
  { slice: 'nigerian-dotted-', range: patternOf(nigerianDotted) },
];

/** Converts 'U+143-144, U+181' to a character class. */
function patternOf(ranges: string): string {
  const escaped = (code: string): string => `\\u${code.padStart(4, '0')}`;
  return ranges
    .split(', ')
    .map((range) => range.replace('U+', '').split('-').map(escaped).join('-'))
    .join('');
}

function filesNamed(bundle: Bundle, slice: string): string[] {
  const files = Object.keys(bundle).filter((file) => new RegExp(`/(?:serif|sans)-${slice}[\\w-]+\\.woff2$`).test(file));
  if (files.length !== 2) throw new Error(`start-early: the slice ${slice} was not found in the build`);
  return files;
}

function filesOf(bundle: Bundle, html: string, sources: string[]): string[] {
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
  for (const source of sources) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)));
    if (chunk === undefined) throw new Error(`start-early: the code of ${source} was not found in the build`);
    add(chunk.fileName);
  }
  return [...scripts, ...sheets].filter((file) => !html.includes(file));
}
