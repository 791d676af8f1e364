import { type Locale, locales } from '@mbari/words/locales';
import { escapeHtml } from '../mail/mail-layout.ts';
import { hashesOf } from './content-policy.ts';

export interface PageReader {
  locale: Locale;
  site: string;
}

export const plainPage = ({ locale, site }: PageReader, { title, body }: { title: string; body: string }): string => `<!doctype html>
<html lang="${locale}" dir="${locales[locale].direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${site}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;

/** The app's colours, repeated here because the page loads no files. */
const style = `
:root { color-scheme: light dark; --ground: #fcfaf5; --ink: #181a24; --quiet: #4f525e; --indigo: #273c8c; --on: #fcfaf5; }
@media (prefers-color-scheme: dark) { :root { --ground: #0d0f16; --ink: #eeebe4; --quiet: #c2bdb4; --indigo: #9db6f5; --on: #0b1023; } }
body { margin: 0 auto; max-width: 560px; padding: max(24px, 20vh - 80px) 24px 24px; background: var(--ground); color: var(--quiet); font: 17px/1.5 system-ui, sans-serif; }
h1 { margin: 0 0 8px; color: var(--ink); font: 500 36px/1.15 Georgia, serif; }
a { color: var(--indigo); }
label { display: block; margin: 16px 0; color: var(--ink); font-weight: 600; }
input, textarea { box-sizing: border-box; width: 100%; padding: 12px; border: 1px solid var(--quiet); border-radius: 6px; background: var(--ground); color: var(--ink); font: 17px/1.5 system-ui, sans-serif; }
button { padding: 14px 28px; border: 0; border-radius: 6px; background: var(--indigo); color: var(--on); font: 600 17px/20px system-ui, sans-serif; cursor: pointer; }
:focus-visible { outline: 2px solid var(--indigo); outline-offset: 2px; }
`;

export const plainPageStyle = `style-src ${hashesOf('style', `<style>${style}</style>`)}`;

/** Policy of a plain page with a form. */
export const plainPagePolicy = [
  "default-src 'none'",
  plainPageStyle,
  ...["form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"],
].join('; ');

/** Escapes text for HTML and XML, in elements and quoted attributes. Removes characters that XML cannot represent. */
export const escapeText = (text: string): string =>
  escapeHtml(text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));

/** Escapes `<`, so that JSON in a script element cannot close it. */
export const jsonForScript = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');

/** HTML that is inserted as it is. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

/**
 * Tagged template: escapes every value except `Html`. Lists are joined; null, undefined and false are left out. A line break of the template
 * becomes a space.
 */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.map((text, n) => text.replaceAll(/\s*\n\s*/g, ' ') + write(parts[n])).join(''));

function write(part: Part): string {
  if (part instanceof Html) return part.text;
  if (part === null || part === undefined || part === false) return '';
  return typeof part === 'object' ? part.map(write).join('') : escapeText(String(part));
}
