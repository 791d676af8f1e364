import type { HtmlNode } from './parse-html.ts';

/** Returns the plain text of a node without quote attributions. `own` also leaves out quotes. */
export function wordsOf(node: HtmlNode, includeOwn = false): string {
  if (typeof node === 'string') return node;
  if (node.attributes['class'] === 'source' || (includeOwn && node.tag === 'blockquote')) return ' ';
  return node.children.map((child) => wordsOf(child, includeOwn)).join(' ');
}
