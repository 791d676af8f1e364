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
