import { listMembers } from '@mbari/contract/directory';
import type { Author } from '@mbari/contract/shapes/members';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { call } from '~/lib/call.ts';
import { editField } from '~/lib/edit-field.ts';
import { membersNamedKey } from '~/lib/query-keys.ts';
import { useSession } from '~/lib/session.ts';
import { useDebounced } from '~/lib/use-debounced.ts';
import { beginsWith, completion, mentionAt } from './mention-at.ts';

const typingPause = 150;
const maxShown = 6;

interface MentionsOptions {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  /** Who takes part in the conversation, the likeliest first. Asked while a name is being written. */
  participants: () => readonly Author[];
}

/** Suggests members to mention: first those in the conversation, then those that a search finds. */
export function useMentions({ field, text, participants }: MentionsOptions) {
  const [caret, setCaret] = useState<number | null>(null);
  const [selected, setSelected] = useState(0);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const writing = caret === null ? null : mentionAt(text, caret);
  // Escape closes the list for this mention only.
  const name = writing === null ? null : `${writing.from}`;
  const term = writing !== null && dismissed !== name ? writing.term : null;
  const people = usePeople(participants, term);
  const open = term !== null && people.length > 0;
  const chosen = Math.min(selected, people.length - 1);

  const choose = (member: Author | undefined) => {
    const edit = member !== undefined && caret !== null && completion(text, caret, member.username);
    if (!edit || field.current === null) return;
    editField(field.current, edit);
    setCaret(null);
  };
  /** Answers whether the list took the key. */
  const onKey = (key: string): boolean => {
    if (!open) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined) setSelected((chosen + step + people.length) % people.length);
    else if (key === 'Enter' || key === 'Tab') choose(people[chosen]);
    else if (key === 'Escape') setDismissed(name);
    else return false;
    return true;
  };
  return {
    open,
    /** Where the name begins that is being written. */
    from: writing?.from ?? 0,
    people,
    chosen,
    choose,
    onKey,
    follow: () => {
      const now = field.current;
      const position = now !== null && now.selectionStart === now.selectionEnd ? now.selectionStart : null;
      if (position !== caret) setSelected(0);
      setCaret(position);
    },
    leave: () => setCaret(null),
  };
}

function usePeople(participants: () => readonly Author[], term: string | null): Author[] {
  const { user } = useSession();
  const searched = useDebounced(term, typingPause);
  const { data: found = [] } = useQuery({
    queryKey: membersNamedKey(searched),
    queryFn: async ({ signal }) => (await call(listMembers, { query: { search: searched ?? '', per_page: '8' }, signal })).data,
    enabled: searched !== null && searched !== '',
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
  if (term === null) return [];
  const all = [...participants(), ...(term === '' ? [] : found)].filter((member) => beginsWith(member, term) && member.id !== user?.id);
  // Who is there twice stays at the first of both positions.
  return [...new Map(all.map((member) => [member.id, member])).values()].slice(0, maxShown);
}
