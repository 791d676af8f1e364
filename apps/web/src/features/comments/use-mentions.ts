import { listMembers } from '@mbari/contract/members';
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
const mostShown = 6;

interface Box {
  photo: Photo;
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onText: (text: string) => void;
}

/** Members to complete an @ with: first those who are in the conversation, then all who can be found. */
export function useMentions({ photo, field, text, onText }: Box) {
  const [caret, setCaret] = useState<number | null>(null);
  const [at, setAt] = useState(0);
  const [shut, setShut] = useState<string | null>(null);
  const writing = caret === null ? null : mentionAt(text, caret);
  // Escape closes the list for this name; the next one opens it again.
  const name = writing === null ? null : `${writing.from}`;
  const term = writing !== null && shut !== name ? writing.term : null;
  const people = usePeople(photo, term);
  const open = term !== null && people.length > 0;
  const chosen = Math.min(at, people.length - 1);

  const choose = (member: Author | undefined) => {
    if (member === undefined || caret === null) return;
    const next = withMention(text, caret, member.username);
    onText(next.text);
    setCaret(null);
    // Once the new words are in the box.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(next.caret, next.caret);
    });
  };
  /** Whether the key was the list's. */
  const onKey = (key: string): boolean => {
    if (!open) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined) setAt((chosen + step + people.length) % people.length);
    else if (key === 'Enter' || key === 'Tab') choose(people[chosen]);
    else if (key === 'Escape') setShut(name);
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
      const place = now !== null && now.selectionStart === now.selectionEnd ? now.selectionStart : null;
      if (place !== caret) setAt(0);
      setCaret(place);
    },
    leave: () => setCaret(null),
  };
}

function usePeople(photo: Photo, term: string | null): Author[] {
  const client = useQueryClient();
  const { user } = useSession();
  const sought = usePause(term);
  const { data: found = [] } = useQuery({
    queryKey: membersNamedKey(sought),
    queryFn: async ({ signal }) => (await call(listMembers, { query: { search: sought ?? '', per_page: '8' }, signal })).data,
    enabled: sought !== null && sought !== '',
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
  if (term === null) return [];
  const conversation = client.getQueryData(commentsOn(photo.id).queryKey);
  const here = [photo.user, ...(conversation ? inReadingOrder(conversation).map((comment) => comment.user) : [])];
  const all = [...here, ...(term === '' ? [] : found)].filter((member) => beginsWith(member, term) && member.id !== user?.id);
  return [...new Map(all.toReversed().map((member) => [member.id, member])).values()].toReversed().slice(0, mostShown);
}

/** The value once it has stood for a moment. */
function usePause(value: string | null): string | null {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const waiting = setTimeout(() => setPaused(value), typingPause);
    return () => clearTimeout(waiting);
  }, [value]);
  return paused;
}
