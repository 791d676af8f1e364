import { hashtagsIn } from '@mbari/contract/platform/hashtags';
import { mentionsIn } from '@mbari/contract/platform/mentions';
import { html, type Html } from '../platform/http/plain-page.ts';

interface Link {
  at: number;
  end: number;
  html: Html;
}

/** Presents a text as the HTML of a status: escaped, in paragraphs, with links at tags, mentions and web addresses. */
export function contentOf(origin: string, text: string, mentions: readonly string[]): Html {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
  return html`${paragraphs.map((paragraph) => html`<p>${paragraph.split('\n').map((line, n) => [n > 0 && html`<br />`, linked(origin, line, mentions)])}</p>`)}`;
}

function linked(origin: string, text: string, mentions: readonly string[]): (Html | string)[] {
  const links = [...addressesIn(text), ...tagsIn(origin, text), ...namesIn(origin, text, mentions)].toSorted((a, b) => a.at - b.at);
  const parts: (Html | string)[] = [];
  let end = 0;
  for (const link of links) {
    if (link.at < end) continue;
    parts.push(text.slice(end, link.at), link.html);
    end = link.end;
  }
  return [...parts, text.slice(end)];
}

const addressesIn = (text: string): Link[] =>
  [...text.matchAll(/https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]]/giu)].map(({ 0: address, index }) => ({
    at: index,
    end: index + address.length,
    html: html`<a href="${address}" rel="nofollow noopener noreferrer" target="_blank">${address}</a>`,
  }));

const tagsIn = (origin: string, text: string): Link[] =>
  hashtagsIn(text).map(({ at, written }) => ({
    at,
    end: at + 1 + written.length,
    html: html`<a href="${origin}/tag/${encodeURIComponent(written)}" class="mention hashtag" rel="tag">#<span>${written}</span></a>`,
  }));

const namesIn = (origin: string, text: string, mentions: readonly string[]): Link[] =>
  mentionsIn(text).flatMap(({ at, written }) => {
    const name = mentions.find((mention) => written.toLowerCase().startsWith(mention));
    if (name === undefined) return [];
    const end = at + 1 + name.length;
    return [
      {
        at,
        end,
        html: html`<span class="h-card"><a href="${origin}/user/${name}" class="u-url mention">${text.slice(at, end)}</a></span>`,
      },
    ];
  });
