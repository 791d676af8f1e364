import { caretPosition } from './caret-position.ts';

const listHeight = 300;
const gap = 6;

/** Puts the list below the current line, or above it if an on-screen keyboard leaves no room. */
export function positionList(list: HTMLElement | null, field: HTMLTextAreaElement | null, position: number): void {
  if (list === null || field === null) return;
  const { top, bottom } = caretPosition(field, position);
  const box = field.getBoundingClientRect();
  const view = globalThis.visualViewport;
  const seen = { top: view?.offsetTop ?? 0, bottom: (view?.offsetTop ?? 0) + (view?.height ?? innerHeight) };
  const [above, below] = [box.top + top - seen.top, seen.bottom - (box.top + bottom)];
  list.style.maxHeight = `${Math.max(96, Math.min(listHeight, Math.max(above, below) - 2 * gap))}px`;
  list.style.insetBlock =
    below >= Math.min(listHeight, above)
      ? `${field.offsetTop + bottom + gap}px auto`
      : `auto calc(100% - ${field.offsetTop + top - gap}px)`;
}
