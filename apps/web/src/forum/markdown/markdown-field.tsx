import type { Author } from '@mbari/contract/people/members';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/markdown';
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type RefObject, useId, useLayoutEffect, useState } from 'react';
import { editField, type TextEdit } from '~/platform/lib/edit-field.ts';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import { lengthOf } from '~/platform/lib/length-of.ts';
import { CompletionList, listens, positionList } from '~/platform/text/completion-list.tsx';
import { useCompletion } from '~/platform/text/use-completion.ts';
import { continueList, type Format, formatText, isAddress, type Selected } from './format-text.ts';
import { formatOfKey } from './toolbar.tsx';

export interface MarkdownFieldProps {
  field: RefObject<HTMLTextAreaElement | null>;
  id: string;
  value: string;
  onChange: (text: string) => void;
  participants: () => readonly Author[];
  onFiles?: ((files: readonly File[]) => void) | undefined;
  /** Called on Ctrl+Enter or ⌘+Enter. */
  onSend?: (() => void) | undefined;
  label?: string | undefined;
  placeholder?: string | undefined;
  describedBy?: string | undefined;
  isInvalid?: boolean | undefined;
  hidden?: boolean | undefined;
}

export function MarkdownField({ field, id, value, onChange, participants, onFiles, onSend, ...rest }: MarkdownFieldProps) {
  const listId = useId();
  const [isOver, setOver] = useState(false);
  const completion = useCompletion({ field, text: value, participants });
  useGrowing(field, value);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isImeKey(event)) return;
    if (!event.shiftKey && !event.ctrlKey && !event.metaKey && completion.onKey(event.key)) {
      event.preventDefault();
      return;
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSend?.();
      return;
    }
    const edit = editOfKey(event);
    if (edit === null) return;
    event.preventDefault();
    editField(event.currentTarget, edit);
  };
  const { label, placeholder, describedBy, isInvalid, hidden } = rest;
  return (
    <div className="markdown-field" data-over={isOver || undefined} data-drop={words.dropHere} hidden={hidden}>
      <textarea
        ref={field}
        {...{ id, value, placeholder }}
        name="body"
        className="field-control"
        dir="auto"
        rows={4}
        aria-label={label}
        {...listens(listId, completion)}
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
        onChange={({ target }) => onChange(target.value)}
        onSelect={completion.follow}
        onBlur={completion.leave}
        onKeyDown={onKeyDown}
        onPaste={(event) => paste(event, onFiles)}
        {...dropping(setOver, onFiles)}
      />
      <CompletionList id={listId} completion={completion} ref={(list) => positionList(list, field.current, completion.from)} />
    </div>
  );
}

/** Length from which the remaining characters are shown. */
const countFrom = limits.forumBody * 0.9;

export const selectedIn = (field: HTMLTextAreaElement): Selected => ({
  text: field.value,
  from: field.selectionStart,
  to: field.selectionEnd,
});

export function CharactersLeft({ id, text }: { id: string; text: string }) {
  // Counts code points, like the server. Short texts are not counted.
  const length = text.length < countFrom ? 0 : lengthOf(text);
  if (length < countFrom) return null;
  const remaining = limits.forumBody - length;
  return (
    <p id={id} className="markdown-count" data-over={remaining < 0 || undefined}>
      {remaining < 0 ? words.charactersTooMany({ count: -remaining }) : words.charactersLeft({ count: remaining })}
    </p>
  );
}

export const isTooLong = (text: string): boolean => text.length > limits.forumBody && lengthOf(text) > limits.forumBody;

function editOfKey(event: KeyboardEvent<HTMLTextAreaElement>): TextEdit | null {
  const selected = selectedIn(event.currentTarget);
  if (event.key === 'Enter') return event.shiftKey || event.altKey ? null : continueList(selected);
  const format: Format | undefined = formatOfKey(event);
  return format === undefined ? null : formatText(selected, format);
}

/** Uploads pasted files. A URL pasted over selected words makes them a link. */
function paste(event: ClipboardEvent<HTMLTextAreaElement>, onFiles: MarkdownFieldProps['onFiles']): void {
  const files = [...event.clipboardData.files];
  if (files.length > 0 && onFiles) {
    event.preventDefault();
    onFiles(files);
    return;
  }
  const { text, from, to } = selectedIn(event.currentTarget);
  const pasted = event.clipboardData.getData('text/plain').trim();
  const words = text.slice(from, to);
  if (words.trim() === '' || words.includes('\n') || isAddress(words) || !isAddress(pasted)) return;
  event.preventDefault();
  editField(event.currentTarget, { from, to, text: `[${words}](${pasted})` });
}

function dropping(setOver: (isOver: boolean) => void, onFiles: MarkdownFieldProps['onFiles']) {
  if (!onFiles) return {};
  const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');
  return {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      onFiles([...event.dataTransfer.files]);
    },
  };
}

/** Fallback for browsers without `field-sizing`. */
function useGrowing(field: RefObject<HTMLTextAreaElement | null>, value: string): void {
  useLayoutEffect(() => {
    if (!globalThis.CSS?.supports?.('field-sizing', 'content')) grow(field.current, value);
  }, [field, value]);
}

function grow(element: HTMLTextAreaElement | null, value: string): void {
  if (element === null) return;
  element.style.height = value === '' ? '' : 'auto';
  if (value !== '') element.style.height = `${element.scrollHeight}px`;
}
