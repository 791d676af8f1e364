import type { RefObject } from 'react';
import { useKeys } from '~/lib/use-keys.ts';

/** J and K go from one card of a list to the next, and so do the arrows where a card itself has the focus. A letter presses the button of the card in focus that names it. */
export function useWalk(list: RefObject<HTMLElement | null>): void {
  const go = (by: 1 | -1) => () => {
    const cards = [...(list.current?.querySelectorAll<HTMLElement>('article') ?? [])];
    const at = cards.findIndex((card) => card.contains(document.activeElement));
    cards[at === -1 ? 0 : at + by]?.focus();
  };
  const arrow = (by: 1 | -1) => () => (document.activeElement?.tagName === 'ARTICLE' ? go(by)() : scrollBy({ top: by * 60 }));
  const press = (key: string) => () =>
    document.activeElement?.closest('article')?.querySelector<HTMLElement>(`[aria-keyshortcuts=${key}]`)?.click();
  useKeys({
    j: go(1),
    k: go(-1),
    ArrowDown: arrow(1),
    ArrowUp: arrow(-1),
    ...Object.fromEntries(['e', 'r', 'w', 's', 'x'].map((key) => [key, press(key)])),
  });
}
