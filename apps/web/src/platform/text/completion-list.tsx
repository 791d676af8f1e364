import { type RefCallback, Suspense } from 'react';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import type { Completion } from './use-completion.ts';

const SuggestionList = optionalLazy(async () => (await import('./suggestion-list.tsx')).SuggestionList);
const SuggestionsFound = optionalLazy(async () => (await import('./suggestion-list.tsx')).SuggestionsFound);

const optionId = (list: string, index: number): string => `${list}-${index}`;

export const listens = (id: string, { open, chosen }: Completion) =>
  ({
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-controls': open ? id : undefined,
    'aria-activedescendant': open ? optionId(id, chosen) : undefined,
  }) as const;

interface CompletionListProps {
  id: string;
  completion: Completion;
  ref?: RefCallback<HTMLElement>;
}

export function CompletionList({ id, completion, ref }: CompletionListProps) {
  return (
    <>
      <Suspense>{completion.open && <SuggestionList {...{ id, completion, optionId, ref }} />}</Suspense>
      <p className="sr-only" role="status">
        <Suspense>{completion.open && <SuggestionsFound completion={completion} />}</Suspense>
      </p>
    </>
  );
}
