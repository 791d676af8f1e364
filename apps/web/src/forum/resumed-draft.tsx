import * as words from '@mbari/words/forum-drafts';
import { useQuery } from '@tanstack/react-query';
import { dayAgo } from '~/platform/lib/day-ago.ts';
import { ownDrafts } from './draft-calls.ts';

export function ResumedDraft({ place }: { place: string }) {
  const { data: drafts = [] } = useQuery(ownDrafts);
  const draft = drafts.find((one) => one.place === place);
  return draft && ` · ${words.begun({ when: dayAgo(draft.updated_at) })}`;
}
