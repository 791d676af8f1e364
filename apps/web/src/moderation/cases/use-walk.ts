import type { RefObject } from 'react';
import { useKeys } from '~/platform/lib/use-keys.ts';

interface Walk {
  go: (by: 1 | -1) => Promise<void>;
  /** Toggles the selection of a case. */
  select: (id: string) => void;
}

/**
 * Keyboard shortcuts: J, K and arrows move between cases; X toggles the selection. Other letters press the button with that key: in the
 * open case if it has the focus, otherwise in the bar of selected cases.
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
