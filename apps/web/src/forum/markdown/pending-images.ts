import { list } from '@mbari/words/format';
import * as words from '@mbari/words/markdown';
import { editField } from '~/platform/lib/edit-field.ts';
import { randomId } from '~/platform/lib/random-id.ts';

/* Placeholder for an uploading image. It moves with the text; deleting it drops the image. */
const mark = /!\[[^\]]*\]\(pending:[0-9a-f]+\)/g;

export const pendingMark = (id: string, label: string): string => `![${label.replaceAll(/[[\]\\\n]/g, ' ')}](pending:${id})`;

/** Null if the placeholder was deleted. */
export function findPending(text: string, id: string): { from: number; to: number } | null {
  const match = [...text.matchAll(mark)].find(([written]) => written.endsWith(`(pending:${id})`));
  return match ? { from: match.index, to: match.index + match[0].length } : null;
}

export const hasPending = (text: string): boolean => text.search(mark) !== -1;

export const withoutPending = (text: string): string => text.replaceAll(mark, '');

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

export const imageMarkdown = (id: string, alt: string): string =>
  `![${alt
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_[\]<>!~&]/g, String.raw`\$&`)}](photo:${id})`;
