import { hashtagsIn } from '@mbari/contract/platform/parse-text';
import { html, type Html } from '../../platform/http/plain-page.ts';

/** Returns a text with links at its hashtags. Other text stays as written; addresses are not linked. */
export function taggedText(text: string): Html {
  const parts: (Html | string)[] = [];
  let end = 0;
  for (const { at, written } of hashtagsIn(text)) {
    parts.push(text.slice(end, at), html`<a href="/tag/${encodeURIComponent(written)}">${text.slice(at, at + 1)}${written}</a>`);
    end = at + 1 + written.length;
  }
  return html`${[...parts, text.slice(end)]}`;
}
