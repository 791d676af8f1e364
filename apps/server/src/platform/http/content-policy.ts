import { createHash } from 'node:crypto';

/** Of every answer that is no page: opened in a tab, it can load nothing, run nothing and be framed by nobody. */
export const answerPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Of the web app's files. A worker is bound by the policy of its own file: it fetches the image decoder, which is WebAssembly. */
export const filePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'";

/**
 * Of the web app's pages: nothing from elsewhere, no inline style or script but the page's own, by its hash. A text becomes
 * a script's address by the one rule of `trust-own-workers.ts`, and markup or code never.
 */
export const pagePolicy = (html: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${hashesOf('script', html)}`.trim(),
    `style-src 'self' ${hashesOf('style', html)}`.trim(),
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');

/** The contents of a page's own inline scripts or styles, as a policy names them. */
export const hashesOf = (element: 'script' | 'style', html: string): string =>
  [...html.matchAll(new RegExp(`<${element}(?![^>]*\\bsrc=)[^>]*>([^]*?)</${element}>`, 'g'))]
    .map(([, inside = '']) => `'sha256-${createHash('sha256').update(inside).digest('base64')}'`)
    .join(' ');
