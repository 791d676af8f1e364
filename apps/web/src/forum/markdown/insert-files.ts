import { list } from '@mbari/words/format';
import * as words from '@mbari/words/markdown';
import { editField } from '~/platform/lib/edit-field.ts';
import { randomId } from '~/platform/lib/random-id.ts';
import { findPending, pendingMark } from './pending-images.ts';

/** Resolves to Markdown, or '' after showing an error. */
export type OnFiles = (files: readonly File[]) => Promise<string>;

/** Inserts a placeholder until the upload ends. The member can type meanwhile. */
export async function insertFiles(field: HTMLTextAreaElement, files: readonly File[], onFiles: OnFiles): Promise<void> {
  const id = randomId();
  const { selectionEnd: behind } = field;
  editField(field, { from: behind, to: behind, text: pendingMark(id, words.sending({ names: list(files.map(({ name }) => name)) })) });
  const markdown = await onFiles(files).catch(() => '');
  const range = findPending(field.value, id);
  if (range === null) return;
  const [start, end] = [field.selectionStart, field.selectionEnd];
  const moved = (position: number): number =>
    position <= range.from
      ? position
      : position < range.to
        ? range.from + markdown.length
        : position + markdown.length - (range.to - range.from);
  const active = document.activeElement;
  editField(field, { ...range, text: markdown, select: [moved(start), moved(end)] });
  // Leaves the focus where the member moved it.
  if (active !== field && active instanceof HTMLElement) active.focus({ preventScroll: true });
}
