'use no memo';

import { inQuote } from '@mbari/words/muted-words';
import { createContext, type ReactNode, use } from 'react';
import { useSession } from '~/platform/lib/session.ts';
import { Folded } from '~/platform/text/folded.tsx';
import { useFold } from '~/platform/text/use-muted-words.ts';
import { type HtmlElement, wordsOf } from './parse-html.ts';

/** Author of the text. Without an author, as in a preview, no quote folds. */
export const AuthorOfText = createContext<string | undefined>(undefined);

/** Folds a quote with a muted word. */
export function FoldingQuote({ element, dir, children }: { element: HtmlElement; dir?: 'auto'; children: ReactNode }) {
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
