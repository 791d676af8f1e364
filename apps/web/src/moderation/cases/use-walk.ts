import type { RefObject } from 'react';
import { useKeys } from '~/platform/lib/use-keys.ts';

interface Walk {
  go: (by: 1 | -1) => Promise<void>;
  /** Ticks the report of this id, or unticks it. */
  select: (id: string) => void;
}

/**
 * J and K go from one report to the next, and so do the arrows from a row of the list or from the report itself. A letter presses the button that
 * names it: of what is ticked, unless the focus is in the report that is open, whose own it is then. In the list, X ticks.
 */
export function useWalk(desk: RefObject<HTMLElement | null>, { go, select }: Walk): void {
  const walk = (by: 1 | -1) => () => void go(by);
  const arrow = (by: 1 | -1) => () => (document.activeElement?.matches('article, .queue-row *') ? void go(by) : scrollBy({ top: by * 60 }));
  const press = (key: string) => () => {
    const isInCase = document.activeElement?.closest('article');
    const within = (part: string) => desk.current?.querySelector<HTMLElement>(`${part} [aria-keyshortcuts=${key}]`);
    ((!isInCase && within('.queue-bar')) || within('article'))?.click();
  };
  const tick = () => {
    const focused = document.activeElement;
    if (focused?.closest('article')) return press('x')();
    const row = focused?.closest<HTMLElement>('[data-case]') ?? desk.current?.querySelector<HTMLElement>('[data-case][data-current]');
    if (row?.dataset['case'] !== undefined) select(row.dataset['case']);
  };
  useKeys({
    j: walk(1),
    k: walk(-1),
    ArrowDown: arrow(1),
    ArrowUp: arrow(-1),
    x: tick,
    ...Object.fromEntries(['e', 'r', 'w', 's'].map((key) => [key, press(key)])),
  });
}
