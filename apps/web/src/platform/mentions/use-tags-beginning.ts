import { completeTag } from '@mbari/contract/tags';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { tagsBeginningKey } from '~/platform/lib/query-keys.ts';
import { useDebounced } from '~/platform/lib/use-debounced.ts';

const typingPause = 150;

/** Returns tags with this prefix, most used first. Empty if the only match is already complete. */
export function useTagsBeginning(term: string | null): string[] {
  const prefix = useDebounced(term, typingPause);
  const { data } = useQuery({
    queryKey: tagsBeginningKey(prefix),
    queryFn: async ({ signal }) => (await call(completeTag, { query: { prefix: prefix ?? '' }, signal })).data,
    enabled: prefix !== null,
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
  if (term === null || data === undefined) return [];
  const tags = data.map(({ tag }) => tag);
  return tags.length === 1 && tags[0] === term ? [] : tags;
}
