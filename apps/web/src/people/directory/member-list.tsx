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
  const { list, setFocusIndex } = useFocusAfterRemoval(members);
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
              setFocusIndex(members.length);
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
const doubleClickMs = 400;

function useFocusAfterRemoval(members: readonly Card[]) {
  const list = useRef<HTMLUListElement>(null);
  /** Index of the card that has, or will get, the focus. */
  const focusIndex = useRef<number | null>(null);
  const previousMembers = useRef(members);
  const removedAt = useRef(Number.NEGATIVE_INFINITY);

  useLayoutEffect(() => {
    if (isOneRemoved(previousMembers.current, members)) removedAt.current = performance.now();
    // A restored card is under the pointer again, so clicks count immediately.
    else if (members.length > previousMembers.current.length) removedAt.current = Number.NEGATIVE_INFINITY;
    previousMembers.current = members;
    if (focusIndex.current === null || document.activeElement !== document.body) return;
    const rows = list.current?.children ?? [];
    const link = rows[Math.min(focusIndex.current, rows.length - 1)]?.querySelector('a');
    if (link) link.focus();
    else focusHeading();
  }, [members]);

  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    element.addEventListener(
      'focusin',
      ({ target }) => (focusIndex.current = [...element.children].findIndex((row) => target instanceof Node && row.contains(target))),
      { signal },
    );
    element.addEventListener('focusout', ({ relatedTarget }) => relatedTarget !== null && (focusIndex.current = null), { signal });
    element.addEventListener(
      'click',
      (event) => {
        if (performance.now() - removedAt.current > doubleClickMs) return;
        event.stopPropagation();
        event.preventDefault();
      },
      { signal, capture: true },
    );
    return () => controller.abort();
  }, []);

  return { list, setFocusIndex: (index: number) => void (focusIndex.current = index) };
}

/** True if the list is the previous list without one member. */
const isOneRemoved = (previousMembers: readonly Card[], current: readonly Card[]): boolean =>
  current.length === previousMembers.length - 1 &&
  current.every(({ id }, index) => id === previousMembers[index]?.id || id === previousMembers[index + 1]?.id);
