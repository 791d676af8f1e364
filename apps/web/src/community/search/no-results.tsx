import * as forum from '@mbari/words/forum-search';
import * as words from '@mbari/words/search';
import { connectionDropped } from '@mbari/words/ui';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { LoadFailed } from '~/platform/ui/load-failed.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';

export const NoResults = ({ query }: { query: string }) => (
  <EmptyState drawing="lost" title={forum.nothingFound}>
    <Phrase parts={words.nothing({ sought: query, quote: (text) => <q dir="auto">{text}</q> })} />
  </EmptyState>
);

export const SearchFailed = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <LoadFailed title={forum.searchFailed} busy={busy} onRetry={onRetry}>
    {connectionDropped}
  </LoadFailed>
);
