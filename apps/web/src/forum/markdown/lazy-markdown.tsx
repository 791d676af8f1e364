import { Suspense } from 'react';
import { optionalLazy, withoutDelay } from '~/platform/lib/optional-lazy.ts';

// A separate chunk, so that photos load first.
const MarkdownHtml = optionalLazy(async () => (await import('./markdown-html.tsx')).MarkdownHtml, withoutDelay);

interface LazyMarkdownProps {
  source: string;
  html: string;
  authorId?: string | undefined;
}

/** A text above photos. Until its code has loaded, shows the source, which takes about the same space. */
export const LazyMarkdown = ({ source, html, authorId }: LazyMarkdownProps) =>
  source !== '' && (
    <Suspense
      fallback={
        <p className="markdown-source whitespace-pre-wrap" dir="auto">
          {source}
        </p>
      }
    >
      <MarkdownHtml html={html} authorId={authorId} />
    </Suspense>
  );
