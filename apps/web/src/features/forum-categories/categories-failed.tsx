import * as words from '@mbari/words/forum-categories';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';

interface CategoriesFailedProps {
  /** `h1` where this is the whole page. */
  level?: 'h1' | 'h2';
  busy: boolean;
  onRetry: () => void;
}

/** Without its categories a page of the forum has nothing to show. */
export const CategoriesFailed = ({ level = 'h2', busy, onRetry }: CategoriesFailedProps) => (
  <EmptyState
    drawing="cracked"
    level={level}
    title={words.categoriesFailed}
    action={
      <Button busy={busy && words.tryAgain} onClick={onRetry}>
        {words.tryAgain}
      </Button>
    }
  >
    {words.categoriesFailedHint}
  </EmptyState>
);
