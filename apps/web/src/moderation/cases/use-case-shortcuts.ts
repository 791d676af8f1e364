import type { RefObject } from 'react';
import { useKeys } from '~/platform/lib/use-keys.ts';

interface CaseActions {
  go: (by: 1 | -1) => Promise<void>;
  /** Toggles the selection of a case. */
  select: (id: string) => void;
}

/**
 * Adds keyboard shortcuts. J and K move between cases. So do arrows if a case or row has the focus. X toggles the selection. Other
 * letters press the button with that key. The bar of selected cases takes precedence unless the focus is in the open case.
 */
export function useCaseShortcuts(desk: RefObject<HTMLElement | null>, { go, select }: CaseActions): void {
  const moveBy = (by: 1 | -1) => () => void go(by);
  const moveOrScroll = (by: 1 | -1) => () =>
    document.activeElement?.matches('article, .queue-row *') ? void go(by) : scrollBy({ top: by * 60 });
  const pressButton = (key: string) => () => {
    const isInCase = document.activeElement?.closest('article');
    const findButton = (part: string) => desk.current?.querySelector<HTMLElement>(`${part} [aria-keyshortcuts=${key}]`);
    ((!isInCase && findButton('.queue-bar')) || findButton('article'))?.click();
  };
  const toggleSelection = () => {
    const focused = document.activeElement;
    if (focused?.closest('article')) return pressButton('x')();
    const row = focused?.closest<HTMLElement>('[data-case]') ?? desk.current?.querySelector<HTMLElement>('[data-case][data-current]');
    if (row?.dataset['case'] !== undefined) select(row.dataset['case']);
  };
  useKeys({
    j: moveBy(1),
    k: moveBy(-1),
    ArrowDown: moveOrScroll(1),
    ArrowUp: moveOrScroll(-1),
    x: toggleSelection,
    ...Object.fromEntries(['e', 'r', 'w', 'm'].map((key) => [key, pressButton(key)])),
  });
}
