import * as words from '@mbari/words/forum-categories';
import { connectionDropped } from '@mbari/words/ui';
import { LoadFailed } from '~/platform/ui/load-failed.tsx';

interface CategoriesFailedProps {
  /** `h1` if this is the whole page. */
  level?: 'h1' | 'h2';
  busy: boolean;
  onRetry: () => void;
}

export const CategoriesFailed = ({ level = 'h2', busy, onRetry }: CategoriesFailedProps) => (
  <LoadFailed level={level} title={words.categoriesFailed} busy={busy} onRetry={onRetry}>
    {connectionDropped}
  </LoadFailed>
);
