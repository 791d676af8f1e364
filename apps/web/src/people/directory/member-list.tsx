import type { MemberCard as Card } from '@mbari/contract/people/directory';
import * as words from '@mbari/words/directory';
import { loading } from '@mbari/words/ui';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { focusHeading } from '~/platform/lib/page-title.ts';
import { Button } from '~/platform/ui/button.tsx';
import { MemberCard } from './member-card.tsx';

interface MemberListProps {
  members: readonly Card[];
  label: string;
  hasMore: boolean;
  busy: boolean;
  /** The last request for a page failed. */
  failed: boolean;
  onMore: () => void;
  mayRemove?: boolean;
}

/** When a card disappears, focus moves to the next one. */
export function MemberList({ members, label, hasMore, busy, failed, onMore, mayRemove }: MemberListProps) {
  const { list, keepFocusAt } = useKeptFocus(members);
  return (
    <>
      <ul ref={list} className="members">
        {members.map((member) => (
          <li key={member.id}>
            <MemberCard member={member} mayRemove={mayRemove} />
          </li>
        ))}
      </ul>
      {failed && (
        <p role="alert" className="pt-s4 text-center">
          {words.moreFailed}
        </p>
      )}
      {hasMore && (
        <div className="flex justify-center py-s5">
          <Button
            kind="quiet"
            busy={busy && loading}
            onClick={() => {
              keepFocusAt(members.length);
              onMore();
            }}
          >
            {label}
          </Button>
        </div>
      )}
    </>
  );
}

/** Milliseconds in which a double click must not hit the card that moved up. */
const settlesFor = 400;

function useKeptFocus(members: readonly Card[]) {
  const list = useRef<HTMLUListElement>(null);
  /** Index of the card that has, or will get, the focus. */
  const at = useRef<number | null>(null);
  const before = useRef(members);
  const wentAt = useRef(Number.NEGATIVE_INFINITY);

  useLayoutEffect(() => {
    if (lacksOneOf(before.current, members)) wentAt.current = performance.now();
    // A restored card is under the pointer again.
    else if (members.length > before.current.length) wentAt.current = Number.NEGATIVE_INFINITY;
    before.current = members;
    if (at.current === null || document.activeElement !== document.body) return;
    const rows = list.current?.children ?? [];
    const link = rows[Math.min(at.current, rows.length - 1)]?.querySelector('a');
    if (link) link.focus();
    else focusHeading();
  }, [members]);

  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener(
      'focusin',
      ({ target }) => (at.current = [...element.children].findIndex((row) => target instanceof Node && row.contains(target))),
      { signal },
    );
    element.addEventListener('focusout', ({ relatedTarget }) => relatedTarget !== null && (at.current = null), { signal });
    element.addEventListener(
      'click',
      (event) => {
        if (performance.now() - wentAt.current > settlesFor) return;
        event.stopPropagation();
        event.preventDefault();
      },
      { signal, capture: true },
    );
    return () => listening.abort();
  }, []);

  return { list, keepFocusAt: (index: number) => void (at.current = index) };
}

/** The same list without one member. */
const lacksOneOf = (before: readonly Card[], now: readonly Card[]): boolean =>
  now.length === before.length - 1 && now.every(({ id }, index) => id === before[index]?.id || id === before[index + 1]?.id);
