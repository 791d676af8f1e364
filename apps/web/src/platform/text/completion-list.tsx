import { type RefCallback, Suspense } from 'react';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import type { Completion } from './use-completion.ts';

const SuggestionList = optionalLazy(async () => (await import('./suggestion-list.tsx')).SuggestionList);
const SuggestionsFound = optionalLazy(async () => (await import('./suggestion-list.tsx')).SuggestionsFound);

const optionId = (list: string, index: number): string => `${list}-${index}`;

export const listens = (id: string, { open, chosen }: Completion) =>
  ({
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-controls': open ? id : undefined,
    'aria-activedescendant': open ? optionId(id, chosen) : undefined,
  }) as const;

interface CompletionListProps {
  id: string;
  completion: Completion;
  ref?: RefCallback<HTMLElement>;
}

export function CompletionList({ id, completion, ref }: CompletionListProps) {
  return (
    <>
      <Suspense>{completion.open && <SuggestionList {...{ id, completion, optionId, ref }} />}</Suspense>
      <p className="sr-only" role="status">
        <Suspense>{completion.open && <SuggestionsFound completion={completion} />}</Suspense>
      </p>
    </>
  );
}

const listHeight = 300;
const gap = 6;

/** Puts the list below the current line, or above it if an on-screen keyboard leaves no room. */
export function positionList(list: HTMLElement | null, field: HTMLTextAreaElement | null, position: number): void {
  if (list === null || field === null) return;
  const { top, bottom } = caretPosition(field, position);
  const box = field.getBoundingClientRect();
  const view = globalThis.visualViewport;
  const visibleArea = { top: view?.offsetTop ?? 0, bottom: (view?.offsetTop ?? 0) + (view?.height ?? innerHeight) };
  const [above, below] = [box.top + top - visibleArea.top, visibleArea.bottom - (box.top + bottom)];
  list.style.maxHeight = `${Math.max(96, Math.min(listHeight, Math.max(above, below) - 2 * gap))}px`;
  list.style.insetBlock =
    below >= Math.min(listHeight, above)
      ? `${field.offsetTop + bottom + gap}px auto`
      : `auto calc(100% - ${field.offsetTop + top - gap}px)`;
}

/** Styles that affect line breaks in a field. */
const copied = [
  ...(['font', 'letterSpacing', 'wordSpacing', 'lineHeight', 'tabSize', 'direction', 'textAlign', 'boxSizing', 'width'] as const),
  ...(['paddingTop', 'paddingRight', 'paddingBottom', 'paddingLeft', 'borderStyle', 'borderWidth'] as const),
] as const;

/**
 * Returns the vertical position of a text position in a field, from the field's top. Browsers do not
 * report it, so a hidden copy of the field is measured.
 */
function caretPosition(field: HTMLTextAreaElement, position: number): { top: number; bottom: number } {
  const style = getComputedStyle(field);
  const copy = document.createElement('div');
  for (const name of copied) copy.style[name] = style[name];
  Object.assign(copy.style, { position: 'absolute', visibility: 'hidden', whiteSpace: 'pre-wrap', overflowWrap: 'break-word' });
  copy.textContent = field.value.slice(0, position);
  const caret = document.createElement('span');
  caret.textContent = '\u200b';
  copy.append(caret);
  document.body.append(copy);
  const top = caret.offsetTop - field.scrollTop;
  const height = caret.offsetHeight;
  copy.remove();
  return { top, bottom: top + height };
}
