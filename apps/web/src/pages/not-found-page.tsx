import { Link } from '@tanstack/react-router';
import { buttonClass } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';

export function NotFoundPage() {
  return (
    <main id="main" className="grid min-h-dvh place-items-center">
      <EmptyState
        drawing="lost"
        level="h1"
        title="404 Not Found"
        action={
          <Link to="/" className={buttonClass({})}>
            Return to Home
          </Link>
        }
      >
        This path winds off and ends. Nobody has painted here yet.
      </EmptyState>
    </main>
  );
}
