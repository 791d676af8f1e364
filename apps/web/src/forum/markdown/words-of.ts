import type { HtmlNode } from './parse-html.ts';

/** Returns the plain text of a node without quote attributions. `withoutQuotes` also leaves out quotes. */
export function wordsOf(node: HtmlNode, withoutQuotes = false): string {
  if (typeof node === 'string') return node;
  if (node.attributes['class'] === 'source' || (withoutQuotes && node.tag === 'blockquote')) return ' ';
  return node.children.map((child) => wordsOf(child, withoutQuotes)).join(' ');
}
