import { type Part, splitText } from '@mbari/contract/platform/parse-text';
import { html, type Html } from '../platform/http/plain-page.ts';

/** Presents a text as the HTML of a status: escaped, in paragraphs, with links at tags, mentions and web addresses. */
export function contentOf(origin: string, text: string, mentions: readonly string[]): Html {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
  const linesOf = (paragraph: string) =>
    paragraph.split('\n').map((line, n) => [n > 0 && html`<br />`, splitText(line, mentions).map((part) => viewPart(origin, part))]);
  return html`${paragraphs.map((paragraph) => html`<p>${linesOf(paragraph)}</p>`)}`;
}

function viewPart(origin: string, { text, target }: Part): Html | string {
  if (target === null) return text;
  if (target.kind === 'address') return html`<a href="${target.href}" rel="nofollow noopener noreferrer" target="_blank">${text}</a>`;
  if (target.kind === 'member')
    return html`<span class="h-card"><a href="${origin}/user/${target.username}" class="u-url mention">${text}</a></span>`;
  const href = `${origin}/tag/${encodeURIComponent(target.tag)}`;
  return html`<a href="${href}" class="mention hashtag" rel="tag">#<span>${text.slice(1)}</span></a>`;
}
