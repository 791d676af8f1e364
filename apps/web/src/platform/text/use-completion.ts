import { listMembers } from '@mbari/contract/people/directory';
import type { Author } from '@mbari/contract/people/members';
import { hashtagsIn } from '@mbari/contract/platform/parse-text';
import { completeTag } from '@mbari/contract/platform/tags';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { call } from '~/platform/lib/call.ts';
import { editField, type TextEdit } from '~/platform/lib/edit-field.ts';
import { membersNamedKey, tagsBeginningKey } from '~/platform/lib/query-keys.ts';
import { useSession } from '~/platform/lib/session.ts';
import { useDebounced } from '~/platform/lib/use-debounced.ts';

const typingPause = 150;
const maxShown = 6;

export type Suggestion = { kind: 'member'; member: Author } | { kind: 'tag'; tag: string };
export type Completion = ReturnType<typeof useCompletion>;

interface CompletionOptions {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  /** Members in the conversation, the likeliest first. Called while a mention is being typed. */
  participants: () => readonly Author[];
}

/** Completes mentions after an @, first with members of the conversation, and tags after a #. */
export function useCompletion({ field, text, participants }: CompletionOptions) {
  const [caret, setCaret] = useState<number | null>(null);
  const [selected, setSelected] = useState(0);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const mention = caret === null ? null : mentionAt(text, caret);
  const tag = caret === null || mention !== null ? null : tagAt(text, caret);
  const from = (mention ?? tag)?.from;
  // Escape closes the list for this mention only.
  const name = from === undefined ? null : `${from}`;
  const isDismissed = dismissed !== null && dismissed === name;
  const people = usePeople(participants, isDismissed ? null : (mention?.term ?? null));
  const tags = useTagsBeginning(isDismissed ? null : (tag?.term ?? null));
  const suggestions: Suggestion[] = [
    ...people.map((member): Suggestion => ({ kind: 'member', member })),
    ...tags.map((one): Suggestion => ({ kind: 'tag', tag: one })),
  ];
  const open = name !== null && !isDismissed && suggestions.length > 0;
  const selectedIndex = Math.min(selected, suggestions.length - 1);

  const choose = (suggestion: Suggestion | undefined) => {
    if (suggestion === undefined || caret === null || from === undefined || field.current === null) return;
    const inserted = suggestion.kind === 'tag' ? `#${suggestion.tag}` : `@${suggestion.member.username}`;
    editField(field.current, completion(text, { from, to: caret }, inserted));
    setCaret(null);
  };
  const onKey = (key: string): boolean => {
    if (!open) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined) setSelected((selectedIndex + step + suggestions.length) % suggestions.length);
    else if (key === 'Enter' || key === 'Tab') choose(suggestions[selectedIndex]);
    else if (key === 'Escape') setDismissed(name);
    else return false;
    return true;
  };
  return {
    open,
    from: from ?? 0,
    suggestions,
    chosen: selectedIndex,
    choose,
    onKey,
    follow: () => {
      const now = field.current;
      const position = now !== null && now.selectionStart === now.selectionEnd ? now.selectionStart : null;
      if (position !== caret) setSelected(0);
      if (now === null || position === null || !(mentionAt(now.value, position) ?? tagAt(now.value, position))) setDismissed(null);
      setCaret(position);
    },
    leave: () => setCaret(null),
  };
}

/** Returns the mention being typed before the caret and the position of its @, or null. */
export function mentionAt(text: string, caret: number): { from: number; term: string } | null {
  const match = /(?:^|[^\p{L}\p{N}_.@])@([\p{L}\p{M}\p{N}_.]{0,30})$/u.exec(text.slice(0, caret));
  if (match === null) return null;
  const term = match[1] ?? '';
  return { from: caret - term.length - 1, term };
}

/** Replaces the mention or tag being typed, followed by one space. */
export function completion(text: string, { from, to }: { from: number; to: number }, inserted: string): TextEdit {
  const hasSpace = /^\s/.test(text.slice(to));
  const end = from + inserted.length + 1;
  return { from, to, text: `${inserted}${hasSpace ? '' : ' '}`, select: [end, end] };
}

const fold = (words: string): string => words.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Returns whether the username, or a word of the name, starts with the term. */
export function beginsWith({ name, username }: { name: string; username: string }, term: string): boolean {
  const foldedTerm = fold(term);
  return [fold(username), ...fold(name).split(/\s+/)].some((word) => word.startsWith(foldedTerm));
}

/** Returns the tag being typed before the caret and the position of its #, or null. */
export function tagAt(text: string, caret: number): { from: number; term: string } | null {
  const before = text.slice(0, caret);
  const last = hashtagsIn(before).at(-1);
  // A trailing joiner or dot belongs to the tag once a letter follows.
  if (last === undefined || !/^[\u200c·・]?$/u.test(before.slice(last.at + 1 + last.written.length))) return null;
  return { from: last.at, term: before.slice(last.at + 1) };
}

function usePeople(participants: () => readonly Author[], term: string | null): Author[] {
  const { user } = useSession();
  const searched = useDebounced(term, typingPause);
  const { data: members = [], isPlaceholderData } = useQuery({
    queryKey: membersNamedKey(searched),
    queryFn: async ({ signal }) => (await call(listMembers, { query: { search: searched ?? '', per_page: '8' }, signal })).data,
    enabled: searched !== null && searched !== '',
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
  if (term === null) return [];
  // The server ignores more diacritics than `beginsWith`, so its response for the current term is not filtered.
  const matches = isPlaceholderData || searched !== term ? [] : members;
  const all = [...participants(), ...(term === '' ? [] : members)].filter(
    (member) => member.id !== user?.id && (matches.some(({ id }) => id === member.id) || beginsWith(member, term)),
  );
  // A duplicate keeps the first of its positions.
  return [...new Map(all.map((member) => [member.id, member])).values()].slice(0, maxShown);
}

/** Returns tags with this prefix, most used first. Empty if the only match is already complete. */
function useTagsBeginning(term: string | null): string[] {
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
