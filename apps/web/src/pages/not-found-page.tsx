import * as words from '@mbari/words/shell';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';

export function NotFoundPage() {
  return (
    <main id="main" className="grid min-h-dvh place-items-center">
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
    </main>
  );
}
