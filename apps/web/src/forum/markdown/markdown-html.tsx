'use no memo';

import * as answers from '@mbari/words/answers';
import * as words from '@mbari/words/markdown';
import { inQuote } from '@mbari/words/muted-words';
import { Link } from '@tanstack/react-router';
import { cloneElement, createContext, createElement, type HTMLAttributes, isValidElement, memo, type ReactNode, use } from 'react';
import { ShownImage } from '~/forum/images/shown-image.tsx';
import { useSession } from '~/platform/lib/session.ts';
import { Folded } from '~/platform/text/folded.tsx';
import { useFold } from '~/platform/text/use-muted-words.ts';
import { type HtmlElement, type HtmlNode, parseHtml, wordsOf } from './parse-html.ts';
import './markdown-html.css';

interface MarkdownHtmlProps {
  html: string;
  /** Author of the text. If set, quotes with a muted word fold. */
  authorId?: string | undefined;
  className?: string;
}

/** Builds each element from an allowlist, without `innerHTML`. Links within the site use the router. */
export const MarkdownHtml = memo(function MarkdownHtml({ html, authorId, className = '' }: MarkdownHtmlProps) {
  return (
    <AuthorOfText value={authorId}>
      <div className={`markdown ${className}`}>{parseHtml(html).map(showBlock)}</div>
    </AuthorOfText>
  );
});

const plainTags = new Set(['p', 'ul', 'ol', 'li', 'em', 'strong', 's', 'span', 'code', 'h2', 'h3', 'h4', 'h5', 'h6']);
const tableTags = new Set(['thead', 'tbody', 'tr', 'th', 'td']);

/** Each block takes its direction from its first letter. Code is left-to-right. */
function showBlock(node: HtmlNode, key: number): ReactNode {
  const shown = show(node, key);
  if (!isValidElement<HTMLAttributes<HTMLElement>>(shown) || typeof node === 'string') return shown;
  return cloneElement(shown, { dir: node.tag === 'pre' ? 'ltr' : 'auto' });
}

function show(node: HtmlNode, key: number): ReactNode {
  if (typeof node === 'string') return node;
  const { tag, attributes } = node;
  const children = node.children.map(show);
  if (tag === 'a') return showLink(node, key, children);
  if (tag === 'br' || tag === 'hr') return createElement(tag, { key });
  if (tag === 'blockquote')
    return (
      <FoldingQuote key={key} element={node}>
        {children}
      </FoldingQuote>
    );
  // Wide tables scroll on their own.
  if (tag === 'table')
    return (
      <div key={key} className="markdown-table" role="region" aria-label={words.table} tabIndex={0}>
        <table>{children.filter((child) => typeof child !== 'string')}</table>
      </div>
    );
  if (tableTags.has(tag))
    return createElement(
      tag,
      { key, className: attributes['class'] },
      tag === 'th' || tag === 'td' ? children : children.filter((child) => typeof child !== 'string'),
    );
  if (tag === 'pre')
    return (
      <pre key={key} tabIndex={0}>
        {children}
      </pre>
    );
  if (!plainTags.has(tag)) return children;
  if (attributes['class'] === 'photo-gone')
    return (
      <span key={key} className="photo-gone">
        {answers.photoGone}
      </span>
    );
  if (attributes['class'] === 'quote-gone')
    return (
      <p key={key} className="quote-gone">
        {answers.quoteGone}
      </p>
    );
  const start = tag === 'ol' && attributes['start'] !== undefined ? Number(attributes['start']) : undefined;
  return createElement(
    tag,
    { key, 'className': attributes['class'], 'aria-level': attributes['aria-level'], ...(start !== undefined && { start }) },
    ...children,
  );
}

/** Names and tags do not affect the direction of the surrounding text. */
const directions: Record<string, 'ltr' | 'auto'> = { mention: 'ltr', hashtag: 'auto' };

function showLink({ attributes, children: [first] }: HtmlElement, key: number, children: ReactNode[]): ReactNode {
  const { href = '', rel, class: className, 'data-author': author } = attributes;
  if (className === 'photo' && typeof first === 'object' && first.tag === 'img')
    return <ShownImage key={key} href={href} attributes={first.attributes} />;
  if (/^\/(?![/\\])/.test(href))
    return (
      <Link key={key} to={href} preload={false} className={className ?? 'link'} dir={directions[className ?? '']}>
        {author === undefined ? children : answers.quoteOf({ author })}
      </Link>
    );
  if (!/^(?:https?|mailto):/i.test(href)) return children;
  return (
    <a key={key} href={href} rel={rel ?? 'nofollow ugc noopener'} className={className ?? 'link'}>
      {children}
    </a>
  );
}

/** Author of the text. Without an author, as in a preview, no quote folds. */
const AuthorOfText = createContext<string | undefined>(undefined);

/** Folds a quote with a muted word. */
function FoldingQuote({ element, dir, children }: { element: HtmlElement; dir?: 'auto'; children: ReactNode }) {
  const authorId = use(AuthorOfText);
  const { user } = useSession();
  // The name of the quoted author, if the quote links to its post.
  const sourceAuthor = sourceOf(element);
  const quotedAuthor = sourceAuthor === undefined ? authorId : sourceAuthor === user?.name ? user.id : sourceAuthor;
  const { folded, show, shownRef } = useFold(quotedAuthor, () => (authorId === undefined ? '' : wordsOf(element)));
  if (folded)
    return (
      <blockquote className="italic">
        <p>
          <Folded why={inQuote} onShow={show} />
        </p>
      </blockquote>
    );
  return (
    <blockquote ref={shownRef} tabIndex={shownRef && -1} dir={dir}>
      {children}
    </blockquote>
  );
}

function sourceOf({ children: [first] }: HtmlElement): string | undefined {
  const link = typeof first === 'object' && first.attributes['class'] === 'source' ? first.children[0] : undefined;
  return typeof link === 'object' ? link.attributes['data-author'] : undefined;
}
