import type { Locale } from '@mbari/words/locales';
import { wordsFor } from '@mbari/words/words-for';
import { productName } from '../site.ts';
import { answerPolicy } from './content-policy.ts';
import { plainPage, plainPageStyle } from './plain-page.ts';

export function notBuiltPage(locale: Locale): string {
  const { answers } = wordsFor(locale);
  const hint = answers.notBuiltHint({ command: '<code dir="ltr">npm run build</code>' });
  return plainPage({ locale, site: productName }, { title: answers.notBuilt, body: `<p>${hint}</p>` });
}

export const notBuiltPolicy = `${answerPolicy}; ${plainPageStyle}`;
