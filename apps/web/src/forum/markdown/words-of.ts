import type { HtmlNode } from './parse-html.ts';

/** The words of a text, without the line that says whom it quotes. `own`: without what it quotes at all. */
export function wordsOf(node: HtmlNode, own = false): string {
  if (typeof node === 'string') return node;
  if (node.attributes['class'] === 'source' || (own && node.tag === 'blockquote')) return ' ';
  return node.children.map((child) => wordsOf(child, own)).join(' ');
}
