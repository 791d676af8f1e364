import { type Locale, locales } from '@mbari/words/locales';
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
