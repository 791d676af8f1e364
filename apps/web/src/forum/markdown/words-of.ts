import type { HtmlNode } from './parse-html.ts';

/** Returns the plain text of a node without quote attributions. `own` also leaves out quotes. */
export function wordsOf(node: HtmlNode, own = false): string {
  if (typeof node === 'string') return node;
  if (node.attributes['class'] === 'source' || (own && node.tag === 'blockquote')) return ' ';
  return node.children.map((child) => wordsOf(child, own)).join(' ');
}
