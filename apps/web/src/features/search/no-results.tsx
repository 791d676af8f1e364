import * as forum from '@mbari/words/forum-search';
import * as words from '@mbari/words/search-everything';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Phrase } from '~/ui/phrase.tsx';

export const NothingFound = ({ sought }: { sought: string }) => (
  <EmptyState drawing="lost" title={forum.nothingFound}>
    <Phrase parts={words.nothing({ sought, quote: (text) => <q dir="auto">{text}</q> })} />
  </EmptyState>
);

export const SearchFailed = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <EmptyState
    drawing="cracked"
    title={forum.searchFailed}
    action={
      <Button busy={busy && forum.tryAgain} onClick={onRetry}>
        {forum.tryAgain}
      </Button>
    }
  >
    {forum.searchFailedHint}
  </EmptyState>
);
