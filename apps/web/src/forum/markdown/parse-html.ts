export type HtmlNode = string | HtmlElement;

export interface HtmlElement {
  tag: string;
  attributes: Record<string, string>;
  children: HtmlNode[];
}

/** Void elements. */
const empty = new Set(['br', 'hr', 'img']);

/**
 * Parses the server's HTML: nested in order, attributes quoted, and <, >, & and " escaped. Anything else becomes text or nothing, never an
 * element.
 */
export function parseHtml(html: string): HtmlNode[] {
  const root: HtmlElement = { tag: '', attributes: {}, children: [] };
  const open = [root];
  const headings: string[] = [];
  for (const [text, end, tag, attributes] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)>|[^<]+/g)) {
    const parent = open.at(-1) ?? root;
    if (tag === undefined) parent.children.push(decode(text));
    else if (end === '/') {
      if (parent !== root && parent.tag === tag) open.pop();
    } else {
      const element: HtmlElement = { tag, attributes: attributesIn(attributes ?? ''), children: [] };
      // Headings start below the page's title and skip no level.
      if (/^h\d/.test(tag)) {
        while ((headings.at(-1) ?? '') >= tag) headings.pop();
        element.attributes['aria-level'] = `${headings.push(tag) + 1}`;
      }
      parent.children.push(element);
      if (!empty.has(tag)) open.push(element);
    }
  }
  return root.children;
}

/** Returns the plain text of a node without quote attributions. `withoutQuotes` also leaves out quotes. */
export function wordsOf(node: HtmlNode, withoutQuotes = false): string {
  if (typeof node === 'string') return node;
  if (node.attributes['class'] === 'source' || (withoutQuotes && node.tag === 'blockquote')) return ' ';
  return node.children.map((child) => wordsOf(child, withoutQuotes)).join(' ');
}

const attributesIn = (attributes: string): Record<string, string> =>
  Object.fromEntries([...attributes.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decode(value)]));

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const decode = (text: string): string => text.replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '');
