import { type Locale, locales } from '@mbari/words/locales';
import { wordsFor } from '@mbari/words/words-for';
import { answerPolicy, hashesOf } from './content-policy.ts';

/** Stands in place of every page while there is no build of the web app. It is no part of it, and asks for nothing. */
export function notBuiltPage(locale: Locale): string {
  const { answers } = wordsFor(locale);
  return `<!doctype html>
<html lang="${locale}" dir="${locales[locale].direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${answers.notBuilt} · Mbari</title>
<style>${style}</style>
</head>
<body>
<h1>${answers.notBuilt}</h1>
<p>${answers.notBuiltHint({ command: '<code dir="ltr">npm run build</code>' })}</p>
</body>
</html>
`;
}

/** In the colours of the app, which is not there to be asked for them. */
const style = `
:root { color-scheme: light dark; --ground: #fcfaf5; --ink: #181a24; --quiet: #4f525e; }
@media (prefers-color-scheme: dark) { :root { --ground: #0d0f16; --ink: #eeebe4; --quiet: #c2bdb4; } }
body { margin: 0 auto; max-width: 560px; padding: 20vh 24px 24px; background: var(--ground); color: var(--quiet); font: 17px/1.5 system-ui, sans-serif; }
h1 { margin: 0 0 8px; color: var(--ink); font: 500 36px/1.15 Georgia, serif; }
`;

export const notBuiltPolicy = `${answerPolicy}; style-src ${hashesOf('style', `<style>${style}</style>`)}`;
