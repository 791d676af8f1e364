import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Keeps the focus on the button that moved an item. At the end of the list, where it is disabled, focuses its counterpart. */
export function useFocusAfterMove(list: RefObject<HTMLElement | null>): (id: string, direction: 'earlier' | 'later') => void {
  const wanted = useRef<{ id: string; direction: string } | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const { id, direction } = wanted.current;
    wanted.current = null;
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>(`[data-item="${id}"] [data-move]`) ?? [])].filter(
      ({ disabled }) => !disabled,
    );
    (buttons.find((button) => button.dataset['move'] === direction) ?? buttons[0])?.focus();
  });
  return (id, direction) => void (wanted.current = { id, direction });
}
