import { createHash } from 'node:crypto';

/** Policy of all responses but pages and files: they can load and run nothing, and no page may frame them. */
export const answerPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Policy of the web app's files. A worker has the policy of its own file and fetches the image decoder, which is WebAssembly. */
export const filePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'";

/**
 * Policy of the web app's pages: only own files, and inline scripts and styles by hash. Trusted Types allow only
 * the script addresses of `trust-own-workers.ts`.
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

export const hashesOf = (element: 'script' | 'style', html: string): string =>
  [...html.matchAll(new RegExp(`<${element}(?![^>]*\\bsrc=)[^>]*>([^]*?)</${element}>`, 'g'))]
    .map(([, inside = '']) => `'sha256-${createHash('sha256').update(inside).digest('base64')}'`)
    .join(' ');
