import * as words from '@mbari/words/shell';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { buttonClass } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';

export default function NotFoundPage() {
  useEffect(() => setPageTitle(words.notFound), []);
  return (
    <EmptyState
      drawing="lost"
      level="h1"
      title={words.notFound}
      action={
        <Link to="/" className={buttonClass({})}>
          {words.returnHome}
        </Link>
      }
    >
      {words.notFoundHint}
    </EmptyState>
  );
}
