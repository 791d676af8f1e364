import * as words from '@mbari/words/forum-drafts';
import { useQuery } from '@tanstack/react-query';
import { dayAgo } from '~/platform/lib/dates.ts';
import { ownDrafts } from './draft-text.ts';

export function ResumedDraft({ place }: { place: string }) {
  const { data: drafts = [] } = useQuery(ownDrafts);
  const draft = drafts.find((one) => one.place === place);
  return draft && ` · ${words.begun({ when: dayAgo(draft.updated_at) })}`;
}
