import { listMembers } from '@mbari/contract/directory';
import type { Author } from '@mbari/contract/shapes/members';
import type { Photo } from '@mbari/contract/shapes/photos';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { call } from '~/lib/call.ts';
import { membersNamedKey } from '~/lib/query-keys.ts';
import { useSession } from '~/lib/session.ts';
import { commentsOn, inReadingOrder } from './comment-queries.ts';
import { beginsWith, mentionAt, withMention } from './mention-at.ts';

const typingPause = 150;
const maxShown = 6;

interface MentionsOptions {
  photo: Photo;
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onText: (text: string) => void;
}

/** Suggests members to mention: first those in the conversation, then those that a search finds. */
export function useMentions({ photo, field, text, onText }: MentionsOptions) {
  const [caret, setCaret] = useState<number | null>(null);
  const [selected, setSelected] = useState(0);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const writing = caret === null ? null : mentionAt(text, caret);
  // Escape closes the list for this mention only.
  const name = writing === null ? null : `${writing.from}`;
  const term = writing !== null && dismissed !== name ? writing.term : null;
  const people = usePeople(photo, term);
  const open = term !== null && people.length > 0;
  const chosen = Math.min(selected, people.length - 1);

  const choose = (member: Author | undefined) => {
    if (member === undefined || caret === null) return;
    const next = withMention(text, caret, member.username);
    onText(next.text);
    setCaret(null);
    // After the new text has been rendered.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(next.caret, next.caret);
    });
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

function usePeople(photo: Photo, term: string | null): Author[] {
  const client = useQueryClient();
  const { user } = useSession();
  const searched = useDebounced(term);
  const { data: found = [] } = useQuery({
    queryKey: membersNamedKey(searched),
    queryFn: async ({ signal }) => (await call(listMembers, { query: { search: searched ?? '', per_page: '8' }, signal })).data,
    enabled: searched !== null && searched !== '',
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
  if (term === null) return [];
  const conversation = client.getQueryData(commentsOn(photo.id).queryKey);
  const inConversation = [photo.user, ...(conversation ? inReadingOrder(conversation).map((comment) => comment.user) : [])];
  const all = [...inConversation, ...(term === '' ? [] : found)].filter((member) => beginsWith(member, term) && member.id !== user?.id);
  return [...new Map(all.toReversed().map((member) => [member.id, member])).values()].toReversed().slice(0, maxShown);
}

/** The value once it has not changed for a moment. */
function useDebounced(value: string | null): string | null {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const waiting = setTimeout(() => setDebounced(value), typingPause);
    return () => clearTimeout(waiting);
  }, [value]);
  return debounced;
}
