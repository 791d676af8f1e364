import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { Locale } from '@mbari/words/locales';
import { wordsFor } from '@mbari/words/words-for';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { offeredLocale } from '../languages.ts';
import { notFound } from '../refusal.ts';
import { type Site, type SiteSource, productName } from '../site.ts';
import { applyToManifest, applyAppearance, appearanceKey, manifestAddress, plainAppearance } from './appearance.ts';
import { chooseLocale, localeCookie, variesByReader } from './choose-locale.ts';
import { compress } from './compress.ts';
import { filePolicy, pagePolicy, answerPolicy } from './content-policy.ts';
import { plainPage, plainPageStyle } from './plain-page.ts';
import { addressKey } from './rate-limits.ts';

interface WebFile {
  type: string;
  etag: string;
  cache: string;
  /** Decompresses if it can, because nearly all clients take compressed files: this halves the memory of the files. */
  plain: () => Buffer;
  br: Buffer | undefined;
  gzip: Buffer | undefined;
}

export interface WebApp {
  index: WebFile;
  frame: [before: string, after: string];
  /** Page without head and content, for the pages for visitors. Null if the build has none. */
  publicFrame: string | null;
  files: Map<string, WebFile>;
  contentSecurityPolicy: string;
  /** `Link` header with the page's preloads, which proxies and browsers read before the page. */
  preloads: string;
}

/** Builds by language. A missing language is added after its build. */
export type WebApps = ReadonlyMap<Locale, WebApp>;

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/**
 * Reads a build into memory, so that a rebuild never mixes old pages with new files. Hashed files that other languages have are shared.
 * Returns null if there is no build.
 */
export async function readWebApp(folder: string, otherWebApps: WebApps = new Map()): Promise<WebApp | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  const existing = new Set(names);
  const read = async (name: string): Promise<Buffer | undefined> => (existing.has(name) ? readFile(path.join(folder, name)) : undefined);
  const files = new Map<string, WebFile>();
  for (const name of names) {
    const type = types[path.extname(name)];
    if (type === undefined || name.split(path.sep).some((part) => part.startsWith('.'))) continue;
    const address = `/${name.split(path.sep).join('/')}`;
    const isHashed = address.startsWith('/assets/');
    const sharedFile = isHashed ? findFile(otherWebApps, address) : undefined;
    if (sharedFile) {
      files.set(address, sharedFile);
      continue;
    }
    const [plain = Buffer.alloc(0), br, gzip] = await Promise.all([read(name), read(`${name}.br`), read(`${name}.gz`)]);
    const cache = isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
    files.set(address, { type, etag: etagOf(plain), cache, plain: gzip ? gunzipOf(gzip) : () => plain, br, gzip });
  }
  const index = files.get('/index.html');
  if (index === undefined) return null;
  const publicFrame = files.get('/public-page.html')?.plain().toString() ?? null;
  files.delete('/index.html');
  files.delete('/public-page.html');
  return { ...pageOf(index), publicFrame, files };
}

/** A function of its own, because a closure beside the uncompressed bytes would keep them. */
const gunzipOf = (gzip: Buffer) => (): Buffer => gunzipSync(gzip);

function pageOf(index: WebFile): Omit<WebApp, 'files' | 'publicFrame'> {
  const plain = index.plain();
  index.br ??= brotliCompressSync(plain);
  index.gzip ??= gzipSync(plain);
  const html = plain.toString();
  return { index, frame: frameOf(html), contentSecurityPolicy: pagePolicy(html), preloads: preloadsOf(html) };
}

/** Preloads only the code: the style sheet blocks rendering anyway, and fonts are not urgent. */
const preloadsOf = (html: string): string =>
  [...html.matchAll(/<link rel="modulepreload" crossorigin href="(\/assets\/[\w.-]+)"/g)]
    .map(([, address]) => `<${address}>; rel=modulepreload; crossorigin`)
    .join(', ');

function appearances(): (builtApp: WebApp, locale: Locale, site: Site) => WebApp {
  const cache = new Map<Locale, { built: WebApp; key: string; web: WebApp }>();
  return (builtApp, locale, site) => {
    const key = appearanceKey(site);
    if (key === plainAppearance) return builtApp;
    const entry = cache.get(locale);
    if (entry?.built === builtApp && entry.key === key) return entry.web;
    const plain = Buffer.from(applyAppearance(builtApp.index.plain().toString(), locale, site));
    const publicFrame = builtApp.publicFrame && applyAppearance(builtApp.publicFrame, locale, site);
    const web = {
      ...builtApp,
      publicFrame,
      ...pageOf({ ...builtApp.index, plain: () => plain, etag: etagOf(plain), br: undefined, gzip: undefined }),
    };
    cache.set(locale, { built: builtApp, key, web });
    return web;
  };
}

function manifestAt(address: string, webApps: WebApps, site: Site): string | undefined {
  for (const [locale, { index, files }] of webApps) {
    if (address !== manifestAddress(locale)) continue;
    const manifest = files.get(/<link rel="manifest" href="([^"]*)/.exec(index.plain().toString())?.[1] ?? '');
    return manifest && applyToManifest(manifest.plain().toString(), locale, site);
  }
  return undefined;
}

/** Page for visitors, to be put into the frame of its language. */
export interface PublicPageParts {
  head: string;
  style: string;
  /** `Link` header. */
  preload?: string | undefined;
  body: string;
  isIndexed: boolean;
}

export interface VisitorRequest {
  path: string;
  query: URLSearchParams;
  locale: Locale;
  /** Key of the visitor's address, for the rate limit. */
  visitor: string;
}

export interface Pages {
  /** Returns HTML that replaces the title and description in the head of the app's page, or null to keep them. */
  describe: (path: string, visitor: string) => Promise<string | null>;
  /** Returns a page that visitors read without the app, or null. */
  openPublic: (request: VisitorRequest) => Promise<PublicPageParts | null>;
}

export function addWebApp(app: FastifyInstance, webApps: WebApps, site: SiteSource, pages: Pages): void {
  const withAppearance = appearances();
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const address = request.url.split('?', 1)[0] ?? '/';
      const file = findFile(webApps, address);
      if (file) {
        // Apps of the client API, on other origins, show the drawn avatars and the icon.
        if (/^\/(?:avatars|icon-)/.test(address))
          reply.headers({ 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' });
        return sendFile(request, reply.header('content-security-policy', filePolicy), file);
      }
      const appearance = await site.known();
      const { languages } = appearance;
      const query = new URLSearchParams(request.url.split('?', 2)[1]);
      // `//host` would redirect to another site.
      const chosen = /^\/(?![/\\])/.test(address) ? offeredLocale(languages, query.get('language')) : null;
      if (chosen !== null)
        return reply.header('set-cookie', `${localeCookie}=${chosen}; Path=/; Max-Age=31536000; SameSite=Lax`).redirect(address, 303);
      const manifest = manifestAt(address, webApps, appearance);
      if (manifest !== undefined)
        return sendMade(request, reply.header('content-security-policy', filePolicy), types['.webmanifest']!, manifest);
      if (!isPage(address, request)) throw notFound();
      const preferred = chooseLocale(request.headers, languages);
      const locale = webApps.has(preferred) ? preferred : languages.default;
      const builtApp = webApps.get(locale);
      if (builtApp === undefined) return sendNotBuilt(request, reply, preferred);
      const web = withAppearance(builtApp, locale, appearance);
      const vary = `accept-encoding, ${variesByReader}`;
      const visitor = addressKey(request.ip);
      reply.headers({ 'content-language': locale, vary });
      const publicPage =
        web.publicFrame === null || isMember(request) ? null : await pages.openPublic({ path: address, query, locale, visitor });
      if (web.publicFrame !== null && publicPage !== null) {
        if (appearance.visitors === 'closed' || !publicPage.isIndexed) reply.header('x-robots-tag', 'noindex');
        if (publicPage.preload !== undefined) reply.header('link', publicPage.preload);
        const { html, policy } = publicHtml(web.publicFrame, publicPage);
        return sendMade(request, reply.header('content-security-policy', policy), types['.html']!, html);
      }
      if (appearance.visitors === 'closed' || !indexedPages.has(address)) reply.header('x-robots-tag', 'noindex');
      reply.header('content-security-policy', web.contentSecurityPolicy);
      if (address === consentPage) reply.header('cross-origin-opener-policy', 'unsafe-none');
      if (web.preloads !== '') reply.header('link', web.preloads);
      const head = await pages.describe(address, visitor);
      return head === null ? sendFile(request, reply, web.index, vary) : sendMade(request, reply, types['.html']!, web.frame.join(head));
    },
  });
}

/** Pages of the app that search engines may list, unless the community is closed to visitors. */
const indexedPages = new Set(['/login', '/register', '/plans']);

/** Page on which members allow an app to act for them. Web apps open it in a popup and must keep their hold on it. */
export const consentPage = '/authorize-app';

/** Sent by browsers with a session. A member without it gets the page for visitors, whose script sets it. */
const isMember = ({ headers }: FastifyRequest): boolean => /(?:^|; *)mbari_member=/.test(headers.cookie ?? '');

function publicHtml(frame: string, { head, style, body }: PublicPageParts): { html: string; policy: string } {
  const withStyle = frame.replace('<!-- style -->', () => `<style data-photos>${style}</style>`);
  const html = withStyle.replace('<!-- head -->', () => head).replace('<!-- body -->', () => body);
  return { html, policy: pagePolicy(withStyle) };
}

/** Hashed files are the same in all languages. Others come from the default language, which is first. */
function findFile(webApps: WebApps, address: string): WebFile | undefined {
  for (const { files } of webApps.values()) {
    const file = files.get(address);
    if (file) return file;
  }
  return undefined;
}

/** Returns true for page navigations: a missing script or image must get 404. */
function isPage(address: string, request: FastifyRequest): boolean {
  if (/^\/(?:api|media|assets)(?:\/|$)/.test(address)) return false;
  const destination = request.headers['sec-fetch-dest'];
  if (destination !== undefined && !['document', 'iframe', 'empty'].includes(destination)) return false;
  const accept = request.headers.accept ?? '*/*';
  return accept.includes('text/html') || accept.trim() === '*/*';
}

function sendNotBuilt(request: FastifyRequest, reply: FastifyReply, locale: Locale): FastifyReply {
  if (!request.headers.accept?.includes('text/html')) throw notFound();
  return reply
    .code(503)
    .headers({ 'cache-control': 'no-store', 'content-security-policy': notBuiltPolicy, 'content-language': locale, 'retry-after': '60' })
    .header('vary', variesByReader)
    .type(types['.html']!)
    .send(notBuiltPage(locale));
}

function frameOf(html: string): WebApp['frame'] {
  const title = /<title>[^]*?<\/title>(?:\s*<meta name="description"[^>]*>)?/.exec(html);
  if (title === null) throw new Error('The page has no title.');
  return [html.slice(0, title.index), html.slice(title.index + title[0].length)];
}

async function sendMade(request: FastifyRequest, reply: FastifyReply, type: string, text: string): Promise<FastifyReply> {
  const body = Buffer.from(text);
  const etag = etagOf(body);
  reply.headers({ 'cache-control': 'no-cache', etag });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  const compressed = await compress(body, request.headers['accept-encoding']);
  if (compressed) reply.header('content-encoding', compressed.encoding);
  return reply.type(type).send(compressed?.bytes ?? body);
}

const etagOf = (body: Buffer): string => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

function sendFile(request: FastifyRequest, reply: FastifyReply, file: WebFile, vary = 'accept-encoding'): FastifyReply {
  reply.headers({ 'cache-control': file.cache, 'etag': file.etag, vary });
  if (request.headers['if-none-match']?.includes(file.etag)) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  const [encoding, body] =
    file.br && /\bbr\b/.test(accepted)
      ? ['br', file.br]
      : file.gzip && /\bgzip\b/.test(accepted)
        ? ['gzip', file.gzip]
        : [undefined, file.plain()];
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type(file.type).send(body);
}

function notBuiltPage(locale: Locale): string {
  const { answers } = wordsFor(locale);
  const hint = answers.notBuiltHint({ command: '<code dir="ltr">npm run build</code>' });
  return plainPage({ locale, site: productName }, { title: answers.notBuilt, body: `<p>${hint}</p>` });
}

const notBuiltPolicy = `${answerPolicy}; ${plainPageStyle}`;
