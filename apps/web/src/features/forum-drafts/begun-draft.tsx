import { useQuery } from '@tanstack/react-query';
import { ownDrafts } from './draft-calls.ts';
import * as words from './words.ts';

/** Says since when something waits to be finished in one place. */
export function BegunDraft({ place }: { place: string }) {
  const { data: drafts = [] } = useQuery(ownDrafts);
  const draft = drafts.find((one) => one.place === place);
  return draft && `. ${words.begun(draft.updated_at)}`;
}
